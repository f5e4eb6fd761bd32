package dev.waggle.connect.a2a.client;

import java.util.Map;

import dev.waggle.swarm.harness.ModelScheme;

/**
 * Names of remote agents, {@code a2a:URL}, as models. The address is that of a host, of an agent card or of an endpoint.
 * A token for {@code https://agents.example} comes from {@code A2A_TOKEN_AGENTS_EXAMPLE}, or from the file that the same
 * name with {@code _FILE} names.
 */
public final class RemoteAgentScheme implements ModelScheme {

    public RemoteAgentScheme() {}

    @Override
    public String scheme() {
        return AgentAddress.SCHEME;
    }

    @Override
    public SchemeModels open(Map<String, String> environment) {
        return new RemoteAgents(environment);
    }
}
