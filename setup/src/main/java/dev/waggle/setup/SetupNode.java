package dev.waggle.setup;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.text.QuotedValue;

/** A value of the settings and its place. */
public sealed interface SetupNode {

    /** The line, from 1; 0 where settings have no lines. */
    int line();

    /** Kind of the node, for messages. */
    String kind();

    /** Keys and values. */
    record Fields(int line, Map<String, Entry> entries) implements SetupNode {
        public Fields {
            entries = new LinkedHashMap<>(entries);
        }

        @Override
        public String kind() {
            return "keys and values";
        }
    }

    /** A key and its value. */
    record Entry(int line, SetupNode value) {}

    /** A list. */
    record Items(int line, List<SetupNode> values) implements SetupNode {
        public Items {
            values = List.copyOf(values);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A single value as it is written. */
    record Scalar(int line, Type type, String text) implements SetupNode {

        /** Type of a scalar by the rules of YAML. */
        public enum Type {
            TEXT, NUMBER, FLAG, NOTHING
        }

        @Override
        public String kind() {
            return switch (type) {
                case TEXT, NUMBER, FLAG -> QuotedValue.of(text);
                case NOTHING -> "nothing";
            };
        }
    }

    /** Place in a file, as the prefix of messages; empty without a line. */
    static String at(String file, int line) {
        return line == 0 ? "" : file + ":" + line + ": ";
    }
}
