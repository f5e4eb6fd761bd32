package dev.waggle.cli.setup;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.text.QuotedValue;

/** A value of the file and its place. */
sealed interface YamlNode {

    /** The line, from 1. */
    int line();

    /** Kind of the node, for messages. */
    String kind();

    /** Keys and values. */
    record Fields(int line, Map<String, Entry> entries) implements YamlNode {
        public Fields {
            entries = new LinkedHashMap<>(entries);
        }

        @Override
        public String kind() {
            return "keys and values";
        }
    }

    /** A key and its value. */
    record Entry(int line, YamlNode value) {}

    /** A list. */
    record Items(int line, List<YamlNode> values) implements YamlNode {
        public Items {
            values = List.copyOf(values);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A single value as it is written. */
    record Scalar(int line, Type type, String text) implements YamlNode {

        /** Type of a scalar by the rules of YAML. */
        enum Type {
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
}
