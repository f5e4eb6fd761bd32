package dev.waggle.connect.a2a.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.ModelScheme.SchemeOptions;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.harness.call.MeteredHarness;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Tokens for a remote agent, and its cost. */
class RemoteAgentTokenTest extends RemoteAgentBed {

    @Test
    void aTokenGoesInTheHeaderOfTheCardAndIsNeverShown() throws Exception {
        String token = "secret-token-0123456789";
        String scheme = ",\"securitySchemes\":{\"key\":{\"apiKeySecurityScheme\":{\"location\":\"header\","
                + "\"name\":\"X-Agent-Key\"}}},\"securityRequirements\":[{\"schemes\":{\"key\":{\"list\":[]}}}]";
        FakeAgent agent = agent(A2aVersion.V1_0,
                (request, reply) -> reply.event(new A2aEvent.Reply(message("your token is " + token))))
                .withCard(url -> FakeAgent.cardOf(A2aVersion.V1_0, url, true, scheme));
        String variable = AgentAddress.of(agent.name()).tokenVariable();

        HarnessOutput output = harness(agent, Map.of(variable, token)).run(input("Go"), context(World.system(1)));

        assertThat(output.content()).isEqualTo("your token is " + SecretSet.MASK);
        assertThat(agent.requests().getLast().headers()).containsEntry("x-agent-key", token);
        HarnessException missing = failure(agent);
        assertThat(missing.failure().kind()).isEqualTo(Kind.AUTHENTICATION);
        assertThat(missing).hasMessageContaining("\nMaybe set " + variable);
    }

    @Test
    void aBearerTokenOpensTheCardAndOtherSchemesAreRefused() throws Exception {
        FakeAgent closed = agent(A2aVersion.V0_3,
                (request, reply) -> reply.whole(200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":"
                        + "{\"code\":-32603,\"message\":\"reached\"}}"))
                .withAuthorization("Bearer token-of-the-user-1");
        String variable = AgentAddress.of(closed.name()).tokenVariable();
        FakeAgent oauth = agent(A2aVersion.V0_3, (request, reply) -> reply.hang()).withCard(url -> FakeAgent.cardOf(
                A2aVersion.V0_3, url, true, ",\"securitySchemes\":{\"o\":{\"type\":\"oauth2\",\"flows\":{}}},"
                        + "\"security\":[{\"o\":[]}]"));

        HarnessException reached = catchThrowableOfType(HarnessException.class,
                () -> harness(closed, Map.of(variable, "token-of-the-user-1")).run(input("Go"),
                        context(World.system(1))));

        assertThat(reached).hasMessageContaining("reached");
        assertThat(failure(closed).failure().kind()).isEqualTo(Kind.AUTHENTICATION);
        assertThat(failure(oauth)).hasMessageContaining("wants OAuth 2.0").hasMessageContaining("bearer token");
    }

    @Test
    void aBudgetInMoneyRefusesAnAgentWithoutAPriceAndANoticeSaysThatItIsUnknown() throws Exception {
        FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> reply.event(new A2aEvent.Reply(message("x"))));
        List<String> notices = new ArrayList<>();
        RemoteAgents agents = agents(Map.of());
        Harness paid = new MeteredHarness(
                agents.harness(agent.name(), new SchemeOptions(Optional.empty(), List.of(), notices::add)));

        HarnessException refused = catchThrowableOfType(HarnessException.class, () -> paid.run(input("Go"),
                context(World.system(1)).withMeter(
                        new BudgetLedger(Budget.ofUsd(1), PriceTable.FLAT).account("ann"))));
        HarnessOutput answered = paid.run(input("Go"), context(World.system(1)).withMeter(
                new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT).account("ann")));

        assertThat(refused.failure().kind()).isEqualTo(Kind.BUDGET);
        assertThat(refused).hasMessageContaining("its cost is unknown").hasMessageContaining("\nMaybe ");
        assertThat(answered.content()).isEqualTo("x");
        assertThat(notices).singleElement().asString().contains("cost of a remote agent is unknown");
    }
}
