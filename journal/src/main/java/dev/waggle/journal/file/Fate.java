package dev.waggle.journal.file;

/** What is known of an entry whose append fails. */
enum Fate {

    /** Nothing of it is in the log. */
    NOT_APPENDED("was not appended"),

    /** Nobody knows until the journal is opened again. */
    UNKNOWN("may or may not be in the log");

    private final String words;

    Fate(String words) {
        this.words = words;
    }

    /** To follow the name of the signal. */
    String words() {
        return words;
    }
}
