package dev.waggle.connect.a2a.protocol;

import org.jspecify.annotations.Nullable;

/** Name of an agent and facts about it for people. */
public record A2aAgentIdentity(String name, String description, String version, @Nullable Provider provider,
        @Nullable String documentationUrl, @Nullable String iconUrl) {

    /** Organization that offers an agent. */
    public record Provider(String organization, String url) {}

    public A2aAgentIdentity {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name must not be blank");
        }
    }
}
