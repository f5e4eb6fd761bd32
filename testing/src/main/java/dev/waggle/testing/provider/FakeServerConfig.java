package dev.waggle.testing.provider;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Configuration of a server that stands in for providers.
 *
 * @param chat the kind of server at the chat completions of OpenAI
 * @param deployments the deployments of Azure with names of their own, each with its model; a deployment that has the
 *        name of a model needs no entry
 */
public record FakeServerConfig(ChatServer chat, Map<String, String> deployments) {

    public FakeServerConfig {
        deployments = Map.copyOf(deployments);
    }

    /** Every provider as it is at home. */
    public static FakeServerConfig defaults() {
        return new FakeServerConfig(new ChatServer.Home(), Map.of());
    }

    /** A server that is compatible with chat completions, such as llama.cpp or vLLM, with these limits. */
    public static FakeServerConfig compatible(CompatibleLimit... limits) {
        return new FakeServerConfig(new ChatServer.Compatible(Set.of(limits)), Map.of());
    }

    /** This configuration with one more deployment of Azure, whose name need not say its model. */
    public FakeServerConfig withDeployment(String name, String model) {
        Map<String, String> more = new LinkedHashMap<>(deployments);
        more.put(name, model);
        return new FakeServerConfig(chat, more);
    }

    /** Kind of server at the chat completions. */
    public sealed interface ChatServer {

        /** OpenAI itself, with its models and its rules. */
        record Home() implements ChatServer {}

        /**
         * A compatible server. It asks for no key, takes any model and both names of the output limit, and ignores
         * unknown fields.
         *
         * @param limits the features that it refuses
         */
        record Compatible(Set<CompatibleLimit> limits) implements ChatServer {

            public Compatible {
                limits = Set.copyOf(limits);
            }
        }
    }

    /** Feature that a compatible server refuses. */
    public enum CompatibleLimit {
        /** Tools, in the words of vLLM without a parser for calls. */
        NO_TOOLS,
        /** Schemas of replies, in the words of DeepSeek. */
        NO_SCHEMAS,
        /** The newer name of the output limit, in the words of servers that refuse unknown fields. */
        NO_COMPLETION_TOKENS
    }
}
