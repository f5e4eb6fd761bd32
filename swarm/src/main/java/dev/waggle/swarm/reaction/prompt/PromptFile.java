package dev.waggle.swarm.reaction.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.template.Template;
import dev.waggle.signal.template.TemplateContext;

/**
 * A resource file of prompts. {@code version: 1} is on the first line, then sections follow, each a {@link Template}
 * under a line {@code ## name}. A change of the words must raise the version.
 */
public final class PromptFile {

    private static final String VERSION = "version: ";
    private static final String HEADING = "## ";

    private final String name;
    private final int version;
    private final Map<String, Template> sections = new LinkedHashMap<>();

    /** The file {@code prompts/NAME.md} beside that class. */
    public static PromptFile of(Class<?> user, String name) {
        try (InputStream file = user.getResourceAsStream("prompts/" + name + ".md")) {
            if (file == null) {
                throw new IllegalStateException("the prompts " + name + " are missing from the jar");
            }
            return new PromptFile(name, new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the prompts " + name + " cannot be read", unreadable);
        }
    }

    PromptFile(String name, String text) {
        this.name = name;
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().startsWith(VERSION)) {
            throw new IllegalArgumentException("the prompts " + name + " must begin with a line \"" + VERSION + "1\"");
        }
        version = Integer.parseInt(lines.getFirst().substring(VERSION.length()).strip());
        String section = "";
        StringBuilder body = new StringBuilder();
        for (String line : lines.subList(1, lines.size())) {
            if (line.startsWith(HEADING)) {
                add(section, body);
                section = line.substring(HEADING.length()).strip();
                body.setLength(0);
            } else {
                body.append(line).append('\n');
            }
        }
        add(section, body);
    }

    private void add(String section, StringBuilder body) {
        if (!section.isEmpty() && sections.put(section, Template.of(body.toString().strip())) != null) {
            throw new IllegalArgumentException("the prompts " + name + " have two sections \"" + section + "\"");
        }
    }

    /** Version of the file's words, from 1. */
    public int version() {
        return version;
    }

    /** The section without substitution. */
    public String section(String section) {
        return section(section, Map.of());
    }

    /**
     * The section with its placeholders filled in. Values are inserted verbatim, so texts of other agents must be
     * quoted before.
     */
    public String section(String section, Map<String, String> values) {
        Template template = sections.get(section);
        if (template == null) {
            throw new IllegalStateException("the prompts " + name + " have no section \"" + section + "\"");
        }
        for (String place : template.paths()) {
            if (!values.containsKey(place)) {
                throw new IllegalStateException(
                        "the prompts " + name + ", section " + section + ": nothing for {{ " + place + " }}");
            }
        }
        JsonObjectBuilder state = new JsonObjectBuilder();
        values.forEach(state::with);
        return template.expand(TemplateContext.ofState(state.json()));
    }
}
