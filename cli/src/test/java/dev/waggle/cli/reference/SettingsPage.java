package dev.waggle.cli.reference;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of the settings: the configuration file, the models file and the environment. */
final class SettingsPage {

    private static final String INTRODUCTION = """
            The keys of the configuration file `swarm.yaml`, the keys of the models file, and the environment variables.

            This page is generated from the program, and a test compares the two. Types and ranges are those that the \
            readers of the files accept.
            """;

    private static final String FILE = "Configuration file";

    private static final String TYPES = "the [swarm types](signals.md#swarm-types), or a type of your own with a colon,"
            + " such as `my:type`";

    /** Keys whose words stand on another page. */
    private static final Map<String, String> ELSEWHERE = Map.of("agents[].listens", TYPES, "agents[].canEmit",
            TYPES + "; a list that is not empty holds at least one of " + emitted(), "math.without",
            "the names of the [lenses](../lenses.md)");

    private final MarkdownPage page = new MarkdownPage("Settings", INTRODUCTION);
    private final SettingList list = SettingList.read();

    private SettingsPage() {}

    static String of() {
        SettingsPage made = new SettingsPage();
        made.file();
        made.list.sections().filter(section -> !section.isEmpty()).forEach(made::section);
        ModelsFile.addTo(made.page);
        EnvironmentTable.addTo(made.page);
        return made.page.text();
    }

    private void file() {
        page.heading(2, FILE).paragraph("`waggle init` writes a `swarm.yaml` with all defaults, and `waggle solve"
                + " --config FILE` reads one. An omitted key, or a key without a value, has its default, or the value"
                + " of the template. A flag of the command takes precedence over the file. An unknown key is an error"
                + " that names the nearest known one.");
        table("");
    }

    private void section(String name) {
        page.heading(3, name);
        table(name);
    }

    private void table(String section) {
        List<Setting> keys = list.settings().stream().filter(setting -> setting.section().equals(section)).toList();
        page.table(List.of("key", "type", "default", "range", "meaning"), keys.stream().map(this::row).toList());
        keys.forEach(this::choices);
    }

    private List<String> row(Setting setting) {
        boolean isSection = list.sections().anyMatch(setting.path()::equals);
        String key = Markdown.code(setting.key().replace("[]", ""));
        return List.of(isSection ? Markdown.link(key, setting.path()) : key, type(setting, isSection),
                SettingDefault.of(setting), setting.range(),
                setting.type() == SettingType.SECTION
                        ? SettingMeaning.ofSection(setting, list)
                        : SettingMeaning.of(setting, list));
    }

    private static String type(Setting setting, boolean isSection) {
        if (setting.type() == SettingType.SECTION) {
            return setting.path().endsWith("[]") ? "list of " + SettingType.SECTION.title()
                    : SettingType.SECTION.title();
        }
        return setting.type().title() + (isSection ? ", or " + SettingType.SECTION.title() : "");
    }

    private static String emitted() {
        String key = "agents[].canEmit";
        return SettingChoice.words(key).stream().filter(word -> SettingReader.accepts(key, '[' + word + ']'))
                .map(Markdown::code).collect(Collectors.joining(", "));
    }

    private void choices(Setting setting) {
        Map<String, String> words = SettingChoice.meanings(setting.path());
        String key = Markdown.code(setting.key());
        String elsewhere = ELSEWHERE.get(setting.path());
        if (elsewhere != null) {
            page.paragraph("Words of " + key + ": " + elsewhere + '.');
        } else if (words.values().stream().anyMatch(meaning -> !meaning.isEmpty())) {
            page.paragraph("Words of " + key + ':');
            page.list(words.entrySet().stream().map(word -> Markdown.code(word.getKey()) + ": " + word.getValue())
                    .toList());
        }
    }
}
