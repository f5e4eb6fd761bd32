package dev.waggle.signal;

import org.jspecify.annotations.Nullable;

/** Claimed source of a signal. The authenticated emitter stands in the log entry beside it. */
public sealed interface Source {

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

    /** Returns the word that filters compare and people read: the id where there is one, else the kind. */
    String label();

    static Source agent(String id) {
        return new Agent(id);
    }

    static Source named(String name) {
        return new Named(name);
    }
}
