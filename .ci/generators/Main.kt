// Calls every operation with the client of openapi-generator's kotlin.

import org.openapitools.client.apis.InvitesApi
import org.openapitools.client.apis.PublicApi
import org.openapitools.client.apis.SessionRecordingsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.*
import okhttp3.OkHttpClient
import okhttp3.Request

fun environment(name: String): String = checkNotNull(System.getenv(name)) { name }

fun check(operation: String, holds: Boolean) {
    check(holds) { operation }
    println(operation)
}

fun <T : ApiClient> withKey(name: String, client: T): T =
    client.apply { accessTokenProvider = { environment(name) } }

fun main() {
    val url = environment("URL")
    val events = withKey("PROJECT_KEY", PublicApi(url))
    val recordings = withKey("PERSONAL_KEY", SessionRecordingsApi(url))
    val invites = withKey("PERSONAL_KEY", InvitesApi(url))
    val project = environment("PROJECT")
    val organization = environment("ORGANIZATION")

    val capture = CaptureRequest(event = "seen", distinctId = "ben", properties = mapOf("price" to 1299))
    check("capture", events.capture(capture).status == StatusOk.Status._1)
    val event = Event(event = "seen", distinctId = "ben", properties = mapOf("price" to 1299))
    check("batch", events.batch(BatchRequest(batch = listOf(event))).status == StatusOk.Status._1)

    val ask = DecideRequest(distinctId = "ben")
    val v2 = events.decide(ask, PublicApi.VDecide._2).actualInstance as DecideResponseV2
    check("decide v2", v2.featureFlags["checkout"]?.actualInstance == "blue")
    val v3 = events.decide(ask, PublicApi.VDecide._3).actualInstance as DecideResponseV3
    check("decide v3", v3.featureFlagPayloads["checkout"] == mapOf("color" to "#00f"))

    val person = recordings.sessionRecordingsList(project).results[0].person
    check("recordings", person?.properties?.get("plan") == "pro" && person.id > 0)
    // The client decodes JSON only.
    val request = Request.Builder().url("$url/api/projects/$project/session_recordings/visit/snapshots")
        .header("Accept", "application/x-ndjson").header("Authorization", "Bearer ${environment("PERSONAL_KEY")}")
    val lines = OkHttpClient().newCall(request.build()).execute().body.string()
    val line = Serializer.gson.fromJson(lines.lineSequence().first(), SnapshotLine::class.java)
    check("snapshots", line.windowId == "visit" && line.data[0].type == 4)

    val single = InviteRequest(targetEmail = "single.kotlin@example.com")
    check("invite", invites.invitesCreate(organization, single).targetEmail == single.targetEmail)
    val several = listOf(InviteRequest(targetEmail = "several.kotlin@example.com"))
    check("invites", invites.invitesBulkCreate(organization, several)[0].targetEmail == several[0].targetEmail)
    kotlin.system.exitProcess(0) // the client's connections would keep the program running for some minutes
}
