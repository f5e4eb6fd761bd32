package dev.waggle.cli.reference;

/** The kind of a value in the configuration file. */
enum SettingType {
    TEXT("text"), WORD("word"), FLAG("true or false"), WHOLE("whole number"), NUMBER("number"), //
    TEXTS("list of texts"), WORDS("list of words"), SECTION("keys and values");

    private final String title;

    SettingType(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
