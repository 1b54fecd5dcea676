import com.posthog.server.PostHog;
import com.posthog.server.PostHogCaptureOptions;
import com.posthog.server.PostHogConfig;
import com.posthog.server.PostHogFeatureFlagOptions;
import com.posthog.server.PostHogInterface;
import java.util.HashMap;
import java.util.Map;

/** Uses posthog-server as a program does. Reads a task (JSON) from a file, prints what it returned as JSON. */
final class ServerLibrary {
    public static void main(String[] arguments) throws Exception {
        Task task = Task.read(arguments[0]);
        PostHogInterface library = PostHog.Companion.with(config(task, task.host).build());
        capture(library, task);
        Task.Person first = task.persons.get(0);
        Map<String, Object> result = new HashMap<>();
        result.put("remote", decide(library, task, first));
        result.put("payload", library.getFeatureFlagPayload(first.distinctId, "everybody", options(first)));
        library.flush(); // sends what a thread of the library has queued by now
        library.close();
        result.put("local", decideLocally(task));
        Task.print(result);
        System.exit(0); // the library's threads would wait for their next turn
    }

    static PostHogConfig.Builder config(Task task, String host) {
        return PostHogConfig.builder(task.project_key).host(host).sendFeatureFlagEvent(false);
    }

    static void capture(PostHogInterface library, Task task) {
        String rider = "rider-" + task.name;
        library.identify(rider, Map.of("plan", "pro"));
        library.alias(rider, "browser-" + task.name);
        library.capture(rider, task.event,
            PostHogCaptureOptions.builder().properties(task.order).group("company", "nordlys").build());
        library.group(rider, "company", "nordlys", Map.of("seats", 40));
    }

    static PostHogFeatureFlagOptions options(Task.Person person) {
        return PostHogFeatureFlagOptions.builder().groups(person.groups).personProperties(person.personProperties)
            .groupProperties(person.groupProperties).build();
    }

    static Map<String, Object> decide(PostHogInterface library, Task task, Task.Person person) {
        Map<String, Object> values = new HashMap<>();
        for (String key : task.flags) {
            Object value = library.getFeatureFlag(person.distinctId, key, options(person));
            if (value != null) values.put(key, value);
        }
        return values;
    }

    static Map<String, Object> decideLocally(Task task) {
        PostHogConfig config =
            config(task, task.definitions_host).localEvaluation(true).personalApiKey(task.personal_key).build();
        PostHogInterface library = PostHog.Companion.with(config);
        library.reloadFeatureFlags();
        Map<String, Object> local = new HashMap<>();
        for (Task.Person person : task.persons) local.put(person.distinctId, decide(library, task, person));
        library.close();
        return local;
    }
}
