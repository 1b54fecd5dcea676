import com.google.gson.Gson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a program is to do with its library. */
final class Task {
    static final class Person {
        String distinctId;
        Map<String, String> groups;
        Map<String, Object> personProperties;
        Map<String, Map<String, Object>> groupProperties;
    }

    String name;
    String event;
    String host;
    String definitions_host;
    String project_key;
    String personal_key;
    Map<String, Object> order;
    List<String> flags;
    List<Person> persons;

    static Task read(String file) throws Exception {
        return new Gson().fromJson(Files.readString(Path.of(file)), Task.class);
    }

    static void print(Map<String, Object> result) {
        System.out.println(new Gson().toJson(result));
    }
}
