package dev.waggle.cli.reference;

/**
 * A key of the configuration file.
 *
 * @param path the key with those around it, such as {@code advisor.topology.enabled}
 * @param type the kind of its value
 * @param standard the default as it stands in the file; empty for none
 * @param range the accepted numbers; empty for other values
 */
record Setting(String path, SettingType type, String standard, String range) {

    /** The section that it stands in; empty for the file itself. */
    String section() {
        return path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : "";
    }

    /** The key without those around it. */
    String key() {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
