package dev.waggle.spring;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeBallot;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.SolveBallots;
import dev.waggle.swarm.evaluation.SolveBallots.VoicedAnswer;
import dev.waggle.swarm.reputation.ReputationSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/** Solves of an application decide by the outcomes of its data folder. */
class LearnedWeightsTest {

    private static final int OUTCOMES = 60;
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(WaggleAutoConfiguration.class))
            .withPropertyValues("waggle.consensus.threshold=0.6")
            .withBean("one", Agent.class, () -> proposer("one", "buy"))
            .withBean("two", Agent.class, () -> Agent.of("two", turn -> vote("buy")))
            .withBean("wise", Agent.class, () -> proposer("wise", "shard"));

    @TempDir
    Path folder;

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    private static Agent proposer(String id, String proposal) {
        return Agent.of(id, turn -> turn.round() > 1
                ? vote(proposal)
                : List.of(Draft.proposal(proposal, "We " + proposal + " now", "it lasts", 0.8)));
    }

    private static List<Draft> vote(String proposal) {
        return List.of(Draft.vote(proposal, Stance.AGREE, 0.8));
    }

    private static OutcomeRecord outcome(int number) {
        SolveBallots ballots = new SolveBallots(BallotRule.APPROVAL,
                List.of(new VoicedAnswer("p1", "one"), new VoicedAnswer("p2", "two")), "p1",
                List.of(voter("one", "p1"), voter("two", "p1"), voter("wise", "p2")));
        return new OutcomeRecord("solve-" + number, ReputationSource.GENERAL, ballots, 0.5,
                Judgement.ofAnswer("two", ballots, OutcomeSource.PERSON), NOON);
    }

    private static OutcomeBallot voter(String agent, String proposal) {
        return new OutcomeBallot(agent, List.of(new CastVote(proposal, Stance.AGREE, null)), List.of(), null);
    }

    @Test
    void outcomesThatAreToldDecideTheNextSolve() {
        APPLICATION.withPropertyValues("waggle.data=" + folder).run(application -> {
            Swarm swarm = application.getBean(Swarm.class);
            assertThat(swarm.solve("Shard or buy?").answer()).isEqualTo("We buy now");

            // As another process tells them, such as waggle outcome.
            OutcomeFolder outcomes = OutcomeFolder.open(folder, World.system());
            for (int i = 0; i < OUTCOMES; i++) {
                var _ = outcomes.outcomes().tell(outcome(i));
            }
            assertThat(application.getBean(OutcomeFolder.class)).isNotSameAs(outcomes);

            assertThat(swarm.solve("Shard or buy?").answer()).isEqualTo("We shard now");
        });
        APPLICATION.withPropertyValues("waggle.data=" + folder).run(later -> assertThat(
                later.getBean(Swarm.class).solve("Shard or buy?").answer()).isEqualTo("We shard now"));
    }

    @Test
    void aDataFolderWithoutOutcomesDecidesAsOneWithoutAFolder() {
        APPLICATION.withPropertyValues("waggle.data=" + folder).run(stored -> APPLICATION.run(plain -> {
            assertThat(stored.getBean(Swarm.class).solve("Shard or buy?").answer())
                    .isEqualTo(plain.getBean(Swarm.class).solve("Shard or buy?").answer());
            assertThat(folder.resolve("outcomes")).doesNotExist();
        }));
    }

    @Test
    void aStatedStrategyIsKept() {
        APPLICATION.withPropertyValues("waggle.data=" + folder, "waggle.consensus.strategy=voting")
                .run(application -> assertThat(application.getBean(SwarmConfig.class).consensus().strategy().id())
                        .isEqualTo("voting"));
    }

    @Test
    void damagedOutcomesAreRefusedAtTheStart() throws Exception {
        Path file = Files.createDirectories(folder.resolve("outcomes")).resolve("outcomes.jsonl");
        Files.writeString(file, "nonsense\n");

        APPLICATION.withPropertyValues("waggle.data=" + folder).run(refused -> assertThat(refused).hasFailed()
                .getFailure().rootCause().hasMessageContaining("outcomes"));
    }
}
