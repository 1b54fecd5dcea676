// Calls every operation with the client of openapi-generator's java.

import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.JSON;
import org.openapitools.client.api.*;
import org.openapitools.client.auth.HttpBearerAuth;
import org.openapitools.client.model.*;

class Main {
  static void check(String operation, boolean holds) {
    if (!holds) throw new AssertionError(operation);
    System.out.println(operation);
  }

  static ApiClient withKey(String scheme, String key) {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("URL"));
    ((HttpBearerAuth) client.getAuthentication(scheme)).setBearerToken(key);
    return client;
  }

  public static void main(String[] arguments) throws Exception {
    PublicApi events = new PublicApi(withKey("projectApiKey", System.getenv("PROJECT_KEY")));
    ApiClient owner = withKey("personalApiKey", System.getenv("PERSONAL_KEY"));
    SessionRecordingsApi recordings = new SessionRecordingsApi(owner);
    InvitesApi invites = new InvitesApi(owner);
    String project = System.getenv("PROJECT");
    String organization = System.getenv("ORGANIZATION");

    CaptureRequest capture = new CaptureRequest().event("seen").distinctId("ben").properties(Map.of("price", 1299));
    check("capture", events.capture(capture, null).getStatus() == StatusOk.StatusEnum.NUMBER_1);
    Event event = new Event().event("seen").distinctId("ben").properties(Map.of("price", 1299));
    BatchRequest batch = new BatchRequest().batch(List.of(event));
    check("batch", events.batch(batch, null).getStatus() == StatusOk.StatusEnum.NUMBER_1);

    DecideRequest ask = new DecideRequest().distinctId("ben");
    DecideResponseV2 v2 = events.decide(ask, 2, null).getDecideResponseV2();
    check("decide v2", v2.getFeatureFlags().get("checkout").getString().equals("blue"));
    DecideResponseV3 v3 = events.decide(ask, 3, null).getDecideResponseV3();
    check("decide v3", Map.of("color", "#00f").equals(v3.getFeatureFlagPayloads().get("checkout")));

    Person person = recordings.sessionRecordingsList(project, null, null, null, null, null, null, null, null, null)
        .getResults().get(0).getPerson();
    check("recordings", "pro".equals(person.getProperties().get("plan")) && person.getId() > 0);
    StoragePlace source = recordings.sessionRecordingsSnapshotsRetrieve(
        project, "visit", null, null, null, null, null, null).getSources().get(0).getSource();
    String lines = recordings.sessionRecordingsSnapshotsRetrieveCall(
        project, "visit", source, null, null, null, null, null, null).execute().body().string();
    SnapshotLine line = JSON.deserialize(lines.split("\n")[0], SnapshotLine.class);
    check("snapshots", line.getWindowId().equals("visit") && line.getData().get(0).getType() == 4);

    InviteRequest single = new InviteRequest().targetEmail("single.java@example.com");
    Invite invite = invites.invitesCreate(organization, single);
    check("invite", invite.getTargetEmail().equals(single.getTargetEmail()));
    InviteRequest several = new InviteRequest().targetEmail("several.java@example.com");
    List<Invite> created = invites.invitesBulkCreate(organization, List.of(several));
    check("invites", created.get(0).getTargetEmail().equals(several.getTargetEmail()));
    System.exit(0); // the client's connections would keep the program running for some minutes
  }
}
