package dev.waggle.cli.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.waggle.cli.ProjectFiles;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * The metadata by which editors complete {@code waggle.*} in the configuration of a Spring Boot application. It
 * has the keys of {@code swarm.yaml} as on the page of the settings, and the starter's own keys from its additional
 * metadata.
 */
final class SpringMetadata {

    static final String FOLDER = "spring-boot-starter/src/main/resources/META-INF/";
    static final String NAME = "spring-configuration-metadata.json";

    private static final String OWN = "additional-" + NAME;
    private static final String TEAM = "dev.waggle.spring.property.TeamProperties$";

    private SpringMetadata() {}

    static String of() throws IOException {
        SettingList list = SettingList.read();
        List<JsonValue> properties = new ArrayList<>();
        List<JsonValue> hints = new ArrayList<>();
        if (JsonText.read(Files.readString(ProjectFiles.at(FOLDER + OWN))) instanceof JsonValue.Obj own
                && own.fields().get("properties") instanceof JsonValue.Arr stated) {
            properties.addAll(stated.items());
        }
        for (Setting setting : list.settings()) {
            boolean isItem = setting.path().contains("[].");
            boolean isPlain = setting.type() != SettingType.SECTION || setting.path().endsWith("[]");
            if (!isItem && isPlain) {
                properties.add(property(setting, list));
                List<String> words = SettingChoice.words(setting.path());
                if (!words.isEmpty()) {
                    hints.add(new JsonObjectBuilder().with("name", name(setting)).with("values",
                            JsonValue.of(words.stream().<JsonValue>map(word -> new JsonObjectBuilder()
                                    .with("value", word).json()).toList()))
                            .json());
                }
            }
        }
        return lines(new JsonObjectBuilder().with("properties", JsonValue.of(properties))
                .with("hints", JsonValue.of(hints)).json());
    }

    private static JsonValue property(Setting setting, SettingList list) {
        String range = setting.range().isEmpty() ? "" : " (" + setting.range() + ')';
        String meaning = setting.type() == SettingType.SECTION
                ? SettingMeaning.ofSection(setting, list)
                : SettingMeaning.of(setting, list);
        JsonObjectBuilder property = new JsonObjectBuilder().with("name", name(setting)).with("type", type(setting))
                .with("description", plain(meaning) + range);
        String standard = setting.standard();
        boolean isLiteral = !standard.isEmpty() && setting.type() != SettingType.SECTION && !standard.equals("null");
        return (isLiteral ? property.with("defaultValue", JsonText.read(literal(setting))) : property).json();
    }

    private static String literal(Setting setting) {
        return switch (setting.type()) {
            case FLAG, WHOLE, NUMBER -> setting.standard();
            case TEXT, WORD -> setting.standard().startsWith("\"") ? setting.standard()
                    : '"' + setting.standard() + '"';
            case TEXTS, WORDS -> setting.standard().equals("[]") ? "[]"
                    : setting.standard().replaceAll("[^\\[\\], ]+", "\"$0\"");
            case SECTION -> throw new IllegalStateException(setting.path());
        };
    }

    private static String type(Setting setting) {
        return switch (setting.type()) {
            case TEXT, WORD -> "java.lang.String";
            case FLAG -> "java.lang.Boolean";
            case WHOLE -> setting.path().equals("budget.tokens") ? "java.lang.Long" : "java.lang.Integer";
            case NUMBER -> "java.lang.Double";
            case TEXTS, WORDS -> "java.util.List<java.lang.String>";
            case SECTION -> "java.util.List<" + TEAM + (setting.path().equals("agents[]") ? "Agent" : "Seat") + '>';
        };
    }

    private static String name(Setting setting) {
        return "waggle." + setting.path().replace("[]", "").replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static String plain(String markdown) {
        return markdown.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace("`", "").replace("\\", "");
    }

    /** One property in each line, so that a change is a readable difference. */
    private static String lines(JsonValue metadata) {
        return JsonText.write(metadata).replace("{\"name\":", "\n  {\"name\":")
                .replace("],\"hints\"", "\n],\n\"hints\"")
                .replaceAll("]}$", "\n]}") + '\n';
    }
}
