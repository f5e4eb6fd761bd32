package dev.waggle.signal.trace;

/**
 * Target of a call of a harness: a model, or a remote agent. It has the name of its provider from the semantic
 * conventions for GenAI, version 1.41. Logs and price tables have other names, those that an operator writes.
 */
public sealed interface CallTarget {

    /** Provider of a target whose provider is unknown. */
    String UNKNOWN = "_OTHER";

    /** The name of the provider in the conventions, else the name that the operator gave it. */
    String provider();

    /**
     * Model of a provider.
     *
     * @param model the name of the model at the provider
     */
    record ModelTarget(String provider, String model) implements CallTarget {}

    /**
     * Agent in another process, of which neither the provider nor the model is known.
     *
     * @param address the address under which it was asked
     */
    record AgentTarget(String address) implements CallTarget {

        @Override
        public String provider() {
            return UNKNOWN;
        }
    }

    /**
     * Reads the name of a model as logs have it.
     *
     * @param name {@code provider:model}, {@code a2a:URL} for a remote agent, or a model alone
     */
    static CallTarget of(String name) {
        int colon = name.indexOf(':');
        if (colon < 1) {
            return new ModelTarget(name, name);
        }
        String provider = name.substring(0, colon);
        String rest = name.substring(colon + 1);
        return provider.equals(ProviderTable.AGENT)
                ? new AgentTarget(rest)
                : new ModelTarget(ProviderTable.name(provider), rest);
    }
}
