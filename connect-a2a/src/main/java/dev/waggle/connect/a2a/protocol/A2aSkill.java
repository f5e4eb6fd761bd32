package dev.waggle.connect.a2a.protocol;

import java.util.List;

/** One thing that an agent can do. */
public record A2aSkill(String id, String name, String description, List<String> tags, List<String> examples,
        A2aMediaModes modes) {

    public A2aSkill {
        tags = List.copyOf(tags);
        examples = List.copyOf(examples);
    }
}
