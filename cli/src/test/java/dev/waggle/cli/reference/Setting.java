package dev.waggle.cli.reference;

/**
 * A key of the configuration file.
 *
 * @param path the key with those around it, such as {@code advisor.topology.enabled}
 * @param type the kind of its value
 * @param standard the default as it stands in the file; empty for none
 * @param range the accepted numbers; empty for other values
 */
record Setting(String path, Type type, String standard, String range) {

    /** The kind of a value. */
    enum Type {
        TEXT("text"), WORD("word"), FLAG("true or false"), WHOLE("whole number"), NUMBER("number"), //
        TEXTS("list of texts"), WORDS("list of words"), SECTION("keys and values");

        private final String title;

        Type(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** The section that it stands in; empty for the file itself. */
    String section() {
        return path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : "";
    }

    /** The key without those around it. */
    String key() {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
