import com.posthog.java.PostHog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Uses posthog-java as a program does. Reads a task (JSON) from a file, prints what it returned as JSON. */
final class JavaLibrary {
    /** The library sends neither groups nor properties, so that it can ask about flags without conditions only. */
    private static final List<String> FLAGS = List.of("everybody", "nobody", "third", "halves", "shares");

    public static void main(String[] arguments) throws Exception {
        Task task = Task.read(arguments[0]);
        String rider = "rider-" + task.name;
        PostHog library = new PostHog.Builder(task.project_key).host(task.host).build();
        library.identify(rider, Map.of("plan", "pro"));
        library.alias(rider, "browser-" + task.name);
        Map<String, Object> order = new HashMap<>(task.order);
        order.put("$groups", Map.of("company", "nordlys"));
        library.capture(rider, task.event, order);
        String first = task.persons.get(0).distinctId;
        Map<String, Object> remote = new HashMap<>();
        for (String key : FLAGS) {
            if (!task.flags.contains(key)) continue;
            String variant = library.getFeatureFlag(key, first);
            remote.put(key, List.of("halves", "shares").contains(key) ? variant : library.isFeatureFlagEnabled(key, first));
        }
        String payload = library.getFeatureFlagPayload("everybody", first);
        library.shutdown();
        Task.print(Map.of("remote", remote, "payload", payload, "local", Map.of()));
        System.exit(0); // the library's threads would wait for their next turn
    }
}
