package dev.waggle.signal;

import org.jspecify.annotations.Nullable;

/**
 * Claimed source of a signal. The authenticated emitter stands in the log entry beside it.
 *
 * <p>The identity of a source is its kind and id: two sources are the same if they are equal. The {@link #label} is for
 * people, and several sources may share one: the agent {@code webhook} and an anonymous webhook. {@link #identity} is
 * the identity as a text:
 *
 * <pre>
 *   urn:waggle:system          urn:waggle:agent:ID        urn:waggle:harness:NAME
 *   urn:waggle:none            urn:waggle:name:TEXT       urn:waggle:harness:NAME:AGENT
 *   urn:waggle:webhook         urn:waggle:webhook:ID      urn:waggle:process    urn:waggle:process:ID
 * </pre>
 *
 * <p>Ids are percent-encoded, except ASCII letters, digits and {@code -._~}.
 */
public sealed interface Source {

    /** Beginning of every {@link #identity}. A filter compares a text that begins so with identities only. */
    String IDENTITY_PREFIX = "urn:waggle:";

    /** The runtime itself. */
    record System() implements Source {
        @Override
        public String label() {
            return "system";
        }
    }

    /** An agent of the swarm. */
    record Agent(String id) implements Source {
        public Agent {
            EnvelopePreconditions.name("source agent id", id);
        }

        @Override
        public String label() {
            return id;
        }
    }

    /** An external call. */
    record Webhook(@Nullable String id) implements Source {
        public Webhook {
            EnvelopePreconditions.optionalName("source webhook id", id);
        }

        @Override
        public String label() {
            return id == null ? "webhook" : id;
        }
    }

    /** A program outside the swarm. */
    record Process(@Nullable String id) implements Source {
        public Process {
            EnvelopePreconditions.optionalName("source process id", id);
        }

        @Override
        public String label() {
            return id == null ? "process" : id;
        }
    }

    /** A model harness, optionally on behalf of an agent. */
    record Harness(@Nullable String agent, @Nullable String harness) implements Source {
        public Harness {
            EnvelopePreconditions.optionalName("source agent", agent);
            EnvelopePreconditions.optionalName("source harness", harness);
        }

        @Override
        public String label() {
            return agent != null ? agent : harness != null ? harness : "harness";
        }
    }

    /** A part of the infrastructure, or a name of another system, as free text. */
    record Named(String name) implements Source {
        public Named {
            EnvelopePreconditions.name("source name", name);
        }

        @Override
        public String label() {
            return name;
        }
    }

    /** No stated source. */
    record None() implements Source {
        @Override
        public String label() {
            return "";
        }
    }

    /** Returns the word that people read: the id where there is one, else the kind. Other sources may share it. */
    String label();

    /** Returns the kind and id as a text that no other source has. */
    default String identity() {
        return IDENTITY_PREFIX + switch (this) {
            case System _ -> "system";
            case Agent it -> "agent" + part(it.id);
            case Webhook it -> "webhook" + part(it.id);
            case Process it -> "process" + part(it.id);
            case Harness it -> "harness" + part(it.harness == null && it.agent != null ? "" : it.harness)
                    + part(it.agent);
            case Named it -> "name" + part(it.name);
            case None _ -> "none";
        };
    }

    /** True if this is the source that a filter names: by its label, or by its {@link #identity}. */
    default boolean isNamed(String labelOrIdentity) {
        return labelOrIdentity.startsWith(IDENTITY_PREFIX)
                ? labelOrIdentity.equals(identity())
                : labelOrIdentity.equals(label());
    }

    /** True if this is the agent of that id. */
    default boolean isAgent(String id) {
        return this instanceof Agent agent && agent.id.equals(id);
    }

    static Source agent(String id) {
        return new Agent(id);
    }

    static Source named(String name) {
        return new Named(name);
    }

    private static String part(@Nullable String id) {
        if (id == null) {
            return "";
        }
        StringBuilder encoded = new StringBuilder(":");
        id.codePoints().forEach(point -> encode(point, encoded));
        return encoded.toString();
    }

    /** Appends a code point: unreserved ASCII as it is, anything else as the percent-encoded bytes of its UTF-8 form. */
    private static void encode(int point, StringBuilder encoded) {
        if (point < 0x80) {
            if (Character.isLetterOrDigit(point) || "-._~".indexOf(point) >= 0) {
                encoded.appendCodePoint(point);
            } else {
                encodeByte(point, encoded);
            }
        } else if (point < 0x800) {
            encodeByte(0xC0 | (point >> 6), encoded);
            encodeByte(0x80 | (point & 0x3F), encoded);
        } else {
            if (point < 0x10000) {
                encodeByte(0xE0 | (point >> 12), encoded);
            } else {
                encodeByte(0xF0 | (point >> 18), encoded);
                encodeByte(0x80 | ((point >> 12) & 0x3F), encoded);
            }
            encodeByte(0x80 | ((point >> 6) & 0x3F), encoded);
            encodeByte(0x80 | (point & 0x3F), encoded);
        }
    }

    private static void encodeByte(int value, StringBuilder encoded) {
        String hex = "0123456789ABCDEF";
        encoded.append('%').append(hex.charAt(value >> 4)).append(hex.charAt(value & 15));
    }
}
