package dev.waggle.connect.a2a.client;

import java.time.Duration;
import java.util.Map;

import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.trace.HeaderTracer;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AgentExchangeTest {

    @Test
    void theSpanOfTheCallerIsCurrentInTheWork() throws Exception {
        World world = World.system(1);
        Map<String, String> headers = Map.of("traceparent", "00-1-2-01");
        try (ProviderHttpClient http = new ProviderHttpClient()) {
            AgentExchange exchange = new AgentExchange(http.newRequest(world, null),
                    RemoteAgentBed.context(world, _ -> {
                    }).deadline(), Duration.ofMinutes(1),
                    new AgentFailures(AgentAddress.of("a2a:http://127.0.0.1:1"), SecretSet.NONE));

            Map<String, String> seen = TraceSpan.incoming(new HeaderTracer(), headers)
                    .within(() -> exchange.await(() -> TraceSpan.current().headers()));

            assertThat(seen).isEqualTo(headers);
        }
    }
}
