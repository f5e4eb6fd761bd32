package dev.waggle.cli.setup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.setup.SetupNode;
import dev.waggle.setup.SetupNode.Scalar;
import dev.waggle.setup.team.SetupException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads YAML as plain data: maps, lists and single values, each with its line. Aliases, anchors and tags are refused,
 * and so are duplicate keys. An anchor at a single value is not seen, and without an alias it has no effect.
 */
final class YamlReader {

    /** A configuration nests four deep. */
    private static final int MAX_DEPTH = 20;

    private static final String PLAIN_ONLY = "Write the value out where it stands.";

    private final String file;
    private final YAMLParser parser;

    private YamlReader(String file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /** The whole of a text; refuses anything but one map. */
    static SetupNode.Fields read(String file, String text) {
        try (YAMLParser parser = (YAMLParser) new YAMLFactory().createParser(ObjectReadContext.empty(), text)) {
            return new YamlReader(file, parser).document();
        } catch (JacksonException broken) {
            throw new SetupException(
                    SetupNode.at(file, line(broken.getLocation())) + "it is not YAML: " + firstLine(broken),
                    "Check the indentation, colons and quotes there.");
        }
    }

    private SetupNode.Fields document() {
        JsonToken first = parser.nextToken();
        if (first == null || first == JsonToken.VALUE_NULL) {
            throw new SetupException(file + " is empty", "Begin with the file that waggle init writes.");
        }
        SetupNode node = node(first, 0);
        if (parser.nextToken() != null) {
            throw new SetupException(SetupNode.at(file, here()) + "a second document begins",
                    "Use a file for each swarm.");
        }
        if (node instanceof SetupNode.Fields fields) {
            return fields;
        }
        throw new SetupException(SetupNode.at(file, node.line()) + "there must be keys and values, got " + node.kind(),
                "Begin with the file that waggle init writes.");
    }

    private SetupNode node(JsonToken token, int depth) {
        refuseMagic();
        int line = here();
        if (depth > MAX_DEPTH) {
            throw new SetupException(SetupNode.at(file, line) + "it nests deeper than " + MAX_DEPTH,
                    "Begin with the file that waggle init writes.");
        }
        return switch (token) {
            case START_OBJECT -> fields(line, depth);
            case START_ARRAY -> items(line, depth);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Scalar(line, Scalar.Type.NUMBER, parser.getString());
            case VALUE_TRUE, VALUE_FALSE -> new Scalar(line, Scalar.Type.FLAG, parser.getString());
            case VALUE_NULL -> new Scalar(line, Scalar.Type.NOTHING, "");
            case VALUE_STRING -> new Scalar(line, Scalar.Type.TEXT, parser.getString());
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE -> throw new SetupException(
                    SetupNode.at(file, line) + "there is no value", "Check the indentation there.");
        };
    }

    private SetupNode.Fields fields(int line, int depth) {
        Map<String, SetupNode.Entry> entries = new LinkedHashMap<>();
        while (next() == JsonToken.PROPERTY_NAME) {
            refuseMagic();
            int at = here();
            String key = parser.currentName();
            if (key.equals("<<")) {
                throw unsupported(at, "a merge key");
            }
            SetupNode.Entry duplicate = entries.put(key, new SetupNode.Entry(at, node(next(), depth + 1)));
            if (duplicate != null) {
                throw new SetupException(
                        SetupNode.at(file, at) + "\"" + key + "\" is there already, in line " + duplicate.line(),
                        "Keep one of them.");
            }
        }
        return new SetupNode.Fields(line, entries);
    }

    private SetupNode.Items items(int line, int depth) {
        List<SetupNode> values = new ArrayList<>();
        for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
            values.add(node(token, depth + 1));
        }
        return new SetupNode.Items(line, values);
    }

    private JsonToken next() {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new SetupException(SetupNode.at(file, here()) + "it ends too early", "Check the indentation there.");
        }
        return token;
    }

    private void refuseMagic() {
        if (parser.isCurrentAlias()) {
            throw unsupported(here(), "an alias");
        }
        if (parser.getObjectId() != null) {
            throw unsupported(here(), "an anchor");
        }
        if (parser.getTypeId() != null) {
            throw unsupported(here(), "a tag");
        }
    }

    private SetupException unsupported(int line, String construct) {
        return new SetupException(SetupNode.at(file, line) + "there is " + construct + ", only plain values are read",
                PLAIN_ONLY);
    }

    private int here() {
        return line(parser.currentTokenLocation());
    }

    private static int line(TokenStreamLocation location) {
        return Math.max(1, location.getLineNr());
    }

    private static String firstLine(JacksonException broken) {
        String message = String.valueOf(broken.getOriginalMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
