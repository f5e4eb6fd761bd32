package dev.waggle.connect.a2a.protocol;

import java.util.List;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Result of a task, or a part of it that {@link A2aEvent.ArtifactUpdate} appends. */
public record A2aArtifact(String artifactId, @Nullable String name, @Nullable String description, List<A2aPart> parts,
        List<String> extensions, JsonValue.Obj metadata) {

    public A2aArtifact {
        if (artifactId.isBlank()) {
            throw new IllegalArgumentException("artifactId must not be blank");
        }
        parts = List.copyOf(parts);
        extensions = List.copyOf(extensions);
    }

    public A2aArtifact(String artifactId, String name, String description, List<A2aPart> parts) {
        this(artifactId, name, description, parts, List.of(), A2aMetadata.NONE);
    }
}
