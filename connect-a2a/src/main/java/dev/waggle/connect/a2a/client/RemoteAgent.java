package dev.waggle.connect.a2a.client;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.connect.llm.wire.StreamingRequest;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Remote agent with all that its calls share: its card, the token, its conversations and the cancels under way.
 * Thread-safe.
 */
final class RemoteAgent {

    private final AgentAddress address;
    private final AgentCredential credential;
    private final ProviderHttpClient http;
    private final CancelQueue cancels;
    private final ContextMemory contexts = new ContextMemory();
    private final AtomicReference<@Nullable AgentEndpoint> known = new AtomicReference<>();
    private final AtomicLong requests = new AtomicLong();

    RemoteAgent(AgentAddress address, AgentCredential credential, ProviderHttpClient http, CancelQueue cancels) {
        this.address = address;
        this.credential = credential;
        this.http = http;
        this.cancels = cancels;
    }

    AgentAddress address() {
        return address;
    }

    ContextMemory contexts() {
        return contexts;
    }

    CancelQueue cancels() {
        return cancels;
    }

    /** The secrets that no answer may show: those, and the token. */
    SecretSet secrets(List<String> others) {
        return SecretSet.of(others).with(credential.secrets());
    }

    AgentFailures failures(SecretSet secrets) {
        return new AgentFailures(address, secrets);
    }

    Optional<HarnessFailure> keyFailure() {
        return credential.failure();
    }

    /** The endpoint, as the card says that was read last. */
    AgentEndpoint endpoint(Deadline deadline) throws HarnessException, InterruptedException {
        AgentEndpoint cached = known.get();
        if (cached != null) {
            return cached;
        }
        AgentEndpoint read = new CardDiscovery(address, credential, failures(secrets(List.of())), http)
                .endpoint(deadline);
        known.set(read);
        return read;
    }

    /** Drops the endpoint, so that the next call reads the card again. */
    void forget() {
        known.set(null);
    }

    /** Replaces the endpoint, because the agent does not do what its card says. */
    void correct(AgentEndpoint endpoint) {
        known.set(endpoint);
    }

    long nextId() {
        return requests.incrementAndGet();
    }

    StreamingRequest newRequest(World world) {
        return http.newRequest(world, null);
    }
}
