package dev.waggle.cli.models;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import dev.waggle.connect.a2a.client.FakeAgent;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Remote agents wherever a model is named. */
class RemoteAgentCommandsTest {

    private static final Pattern PROPOSAL = Pattern.compile("\"proposalId\":\"(P\\d+)\"");

    @TempDir
    private Path folder;

    private final FakeAgent agent = FakeAgent.of(A2aVersion.V1_0, (request, reply) -> {
        if (request instanceof A2aRequest.SendMessage send) {
            reply.event(new A2aEvent.Reply(new A2aMessage("m", A2aRole.AGENT,
                    List.of(A2aPart.text(answer(send.message().text()))), A2aMessage.Links.NONE)));
        }
    });

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void aRemoteAgentTakesTheSeatsOfASolveUnderOurNames() {
        CommandRun run = CommandRun.of("solve", "Shard the database?", "--model", agent.name(), "--agents", "2",
                "--json", "--data", folder.resolve("data").toString());

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("Shard it").doesNotContain("\"Bob\"");
        assertThat(run.err()).contains("the cost of a remote agent is unknown");
        assertThat(agent.requests().stream().filter(one -> one.request() instanceof A2aRequest.SendMessage))
                .hasSizeGreaterThan(1);
        assertThat(run.out()).contains("\"unpricedCalls\":");
        String data = folder.resolve("data").toString();
        assertThat(CommandRun.of("explain", data, "--json").out()).contains("\"unpricedCalls\":");
        assertThat(CommandRun.of("explain", data).out()).contains("of unknown price");
    }

    @Test
    void aSetupFileAndAnAliasNameIt() throws Exception {
        Path models = Files.writeString(folder.resolve("models.json"),
                "{\"models\": {\"partner\": \"" + agent.name() + "\"}}");

        CommandRun run = CommandRun.of("solve", "Shard the database?", "--model", "partner", "--agents", "2", "--json",
                "--models-file", models.toString());

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("Shard it");
    }

    @Test
    void theBuilderTakesItsNameAsAModel() throws Exception {
        try (Swarm swarm = Swarm.builder().model(agent.name()).agent("ann", "proposes")
                .agent("ben", "doubts").build()) {
            SwarmResult result = swarm.solve("Shard the database?");

            assertThat(result.answer()).contains("Shard it");
            assertThat(result.cost().total().estimatedCalls()).isEqualTo(result.cost().total().calls()).isPositive();
            assertThat(result.cost().isKnown()).isFalse();
            assertThat(result.toMarkdown()).contains("price of " + result.cost().total().calls() + " unknown");
        }
    }

    @Test
    void aBudgetInMoneyIsRefusedAsTheCostIsUnknown() {
        CommandRun run = CommandRun.of("solve", "Shard?", "--model", agent.name(), "--agents", "2", "--budget-usd",
                "1");

        assertThat(run.code()).isNotZero();
        assertThat(run.out() + run.err()).contains("its cost is unknown");
        assertThat(agent.requests()).noneMatch(one -> one.request() != null);
    }

    @Test
    void modelsAsksItAndRefusesToCheckIt() {
        CommandRun asked = CommandRun.of("models", agent.name());
        CommandRun checked = CommandRun.of("models", "--check", agent.name());
        CommandRun facts = CommandRun.of("models", "--families", agent.name());

        assertThat(asked.code()).as(asked.out() + asked.err()).isZero();
        assertThat(asked.out()).contains("answers");
        assertThat(checked.code()).isEqualTo(2);
        assertThat(checked.err()).contains("is a remote agent").contains("waggle models " + agent.name());
        assertThat(facts.code()).isEqualTo(2);
        assertThat(facts.err()).contains("names no provider of models");
    }

    @Test
    void badNamesAndCardsAreRefusedBeforeASolve() {
        agent.withCard(url -> FakeAgent.cardOf(A2aVersion.V1_0, "http://elsewhere.example", true, ""));

        CommandRun foreign = CommandRun.of("solve", "Shard?", "--model", agent.name());
        CommandRun noAddress = CommandRun.of("solve", "Shard?", "--model", "a2a:ftp://x/");
        CommandRun withKey = CommandRun.of("solve", "Shard?", "--model", "a2a:https://x.example/?key=1");

        assertThat(foreign.code()).isEqualTo(2);
        assertThat(foreign.err()).contains("another origin, http://elsewhere.example/rpc")
                .contains("a2a:http://elsewhere.example/rpc");
        assertThat(noAddress.code()).isEqualTo(2);
        assertThat(noAddress.err()).contains("http or https");
        assertThat(withKey.err()).contains("A2A_TOKEN_X_EXAMPLE");
    }

    private static String answer(String prompt) {
        Matcher proposal = PROPOSAL.matcher(prompt);
        return proposal.find()
                ? "{\"signals\":[{\"type\":\"vote\",\"proposalId\":\"" + proposal.group(1)
                        + "\",\"stance\":\"agree\",\"confidence\":0.9,\"reasoning\":\"It scales.\"}]}"
                : "{\"signals\":[{\"type\":\"proposal\",\"content\":\"Shard it by customer\",\"confidence\":0.9,"
                        + "\"reasoning\":\"It scales.\"}]}";
    }
}
