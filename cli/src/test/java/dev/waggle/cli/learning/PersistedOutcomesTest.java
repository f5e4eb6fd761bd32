package dev.waggle.cli.learning;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeBallot;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.OutcomeBallot.StatedAnswer;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.OutcomeVerdict;
import dev.waggle.swarm.evaluation.SolveBallots;
import dev.waggle.swarm.evaluation.SolveBallots.VoicedAnswer;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reputation.ReputationSource;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Reputation and calibration that a data folder keeps from one process to the next. */
class PersistedOutcomesTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path data;

    private final SolveTestBed table = new SolveTestBed();

    private OutcomeTracker opened() {
        return OutcomeFolder.open(data, World.system(1)).outcomes();
    }

    private void tell(String run, BallotRule rule, OutcomeVerdict verdict, OutcomeBallot... ballots) {
        var _ = opened().tell(new OutcomeRecord(run, ReputationSource.GENERAL,
                new SolveBallots(rule, List.of(new VoicedAnswer("p1", "one"), new VoicedAnswer("p2", "two")), "p1",
                        List.of(ballots)),
                0.5, Judgement.of(verdict, OutcomeSource.PERSON), NOON));
    }

    private static OutcomeBallot voter(String agent, String proposal) {
        return new OutcomeBallot(agent, List.of(new CastVote(proposal, Stance.AGREE, null)), List.of(), null);
    }

    @Test
    @DisplayName("J5 with persistence: votes are multiplied by reputations that an earlier process learned")
    void j5() {
        for (int i = 0; i < 3; i++) {
            tell("solve_" + i, BallotRule.EXCLUSIVE, OutcomeVerdict.CORRECT, voter("voter 1", "p1"),
                    voter("voter 2", "p2"));
        }

        OutcomeTracker later = opened();
        SwarmConfig config = SolveTestBed.advised(table.config(ScriptedAgent.team()), AdvisorConfig.defaults()
                .withReputationWeighting(true)).withMath(MathConfig.off()).withReputation(later);

        Map<String, Double> weights = SolveTestBed.solve(config).consensus().votingRecord().stream()
                .collect(Collectors.toMap(vote -> vote.agentId(), vote -> vote.vote().weight()));
        assertThat(weights.get("voter 1")).isCloseTo(0.8, within(1e-9));
        assertThat(weights.get("voter 2")).isCloseTo(0.2, within(1e-9));
    }

    @Test
    @DisplayName("J18 with persistence: who states .9 and is right half the time is believed half, after a restart")
    void j18() {
        StatedAnswer stated = new StatedAnswer("p1", 0.9);
        for (int i = 0; i < 10; i++) {
            tell("solve_" + i, BallotRule.APPROVAL, i % 2 == 0 ? OutcomeVerdict.CORRECT : OutcomeVerdict.INCORRECT,
                    new OutcomeBallot("bold", List.of(), List.of(stated), stated));
        }

        SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.agent("bold")
                .says(1, Draft.of(new Payload.Proposal("p1", "do it", "because"), 0.9))).withMath(MathConfig.off())
                .withCalibration(opened()));

        assertThat(result.signalLog()).filteredOn(signal -> signal.type().equals(SignalType.PROPOSAL))
                .extracting(Signal::confidence).singleElement().satisfies(
                        confidence -> assertThat(confidence).isCloseTo(0.5, within(1e-9)));
    }
}
