package dev.waggle.connect.a2a.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.connect.llm.endpoint.NetworkOptions;
import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.ModelScheme.SchemeModels;
import dev.waggle.swarm.harness.ModelScheme.SchemeOptions;

/** Remote agents by their names, with one HTTP client. Tokens come from the environment. Thread-safe. */
final class RemoteAgents implements SchemeModels {

    /** Maximum number of agents whose cards and conversations are remembered. */
    private static final int MAX_AGENTS = 1_024;

    private final Map<String, String> environment;
    private final ProviderHttpClient http;
    private final CancelQueue cancels = new CancelQueue(World.system());
    private final Map<String, RemoteAgent> agents = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RemoteAgent> eldest) {
            return size() > MAX_AGENTS;
        }
    };

    /** @throws IllegalArgumentException when a variable of the network is bad */
    RemoteAgents(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        http = new ProviderHttpClient(NetworkOptions.of(environment));
    }

    @Override
    public Harness harness(String name, SchemeOptions options) {
        return new RemoteAgentHarness(agent(name), options);
    }

    @Override
    public Optional<HarnessFailure> keyFailure(String name) {
        return agent(name).keyFailure();
    }

    @Override
    public Optional<HarnessFailure> failure(String name) throws InterruptedException {
        try {
            var _ = agent(name).endpoint(Deadline.in(CardDiscovery.LIMIT, World.system()));
            return Optional.empty();
        } catch (HarnessException unusable) {
            return Optional.of(unusable.failure());
        }
    }

    @Override
    public String endpoint(String name) {
        return AgentAddress.SCHEME + " at " + AgentAddress.of(name).origin();
    }

    /** Ends all calls, after the cancels under way or their time limit. */
    @Override
    public void close() {
        cancels.drain();
        http.close();
    }

    private synchronized RemoteAgent agent(String name) {
        AgentAddress address = AgentAddress.of(name);
        return agents.computeIfAbsent(name, _ -> new RemoteAgent(address, new AgentCredential(address, environment),
                http, cancels));
    }
}
