package dev.waggle.review.outcome;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import dev.waggle.review.explain.Explanation;
import dev.waggle.review.explain.LearnedVotes;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConfidenceEstimate.Basis;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilityState;
import dev.waggle.swarm.reliability.VoteContributions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** Outcomes of runs: they teach a state, by which the next run decides and is explained. */
class RunCaseTest {

    private final Journal journal = new MemoryJournal();
    private final ReliabilityState state = new ReliabilityState();

    @Test
    void outcomesOfRunsLetTheNextOneFollowTheExpert() {
        SwarmResult first = solve();
        assertThat(first.consensus().leader().orElseThrow().id()).isEqualTo("buy");
        for (int run = 0; run < 30; run++) {
            RunCase finished = RunCase.of(journal, solve().solveId());
            state.learn(finished.decision(), ((RunTruth.Known) finished.truth("shard")).right());
        }

        SwarmResult taught = solve();

        assertThat(taught.consensus().leader().orElseThrow().id()).isEqualTo("shard");
        assertThat(taught.confidenceBasis()).isEqualTo("learned from 30 outcomes");
        assertThat(taught.confidence()).isGreaterThan(0.5);
    }

    @Test
    void theCaseOfALogIsTheOneThatTheSolveDecidedOn() {
        for (int run = 0; run < 3; run++) {
            RunCase finished = RunCase.of(journal, solve().solveId());
            state.learn(finished.decision(), OptionalInt.of(0));
        }
        SwarmResult result = solve();
        RunCase logged = RunCase.of(journal, result.solveId());
        LearnedWeights weights = state.weights(List.of("ada", "bob", "cyd"), "");

        double[] probabilities = weights.probabilities(logged.decision());

        assertThat(result.consensus().estimate().basis()).isEqualTo(Basis.LEARNED);
        for (int option = 0; option < logged.proposals().size(); option++) {
            assertThat(probabilities[option]).isEqualTo(
                    result.consensus().estimate().ofProposals().get(logged.proposals().get(option).id()));
        }
        assertThat(logged.decision().panel()).isEqualTo(3);
        assertThat(logged.decision().isDebate()).isTrue();
        assertThat(logged.decision().ballots()).allMatch(ballot -> ballot.confidences().equals(List.of(0.8)));
    }

    @Test
    void explainsByTheWeightsOfTheLog() {
        for (int run = 0; run < 30; run++) {
            RunCase finished = RunCase.of(journal, solve().solveId());
            state.learn(finished.decision(), ((RunTruth.Known) finished.truth("shard")).right());
        }
        SwarmResult result = solve();
        state.learn(RunCase.of(journal, result.solveId()).decision(), OptionalInt.empty());

        Explanation explanation = Explanation.of(journal, result.solveId());
        LearnedVotes learned = explanation.learned().orElseThrow();

        assertThat(explanation.departures()).isEmpty();
        assertThat(explanation.recount().result().estimate()).isEqualTo(result.consensus().estimate());
        assertThat(learned.weights().outcomes()).isEqualTo(30);
        assertThat(learned.ofVoters().get("ada")).isGreaterThan(learned.ofVoters().get("bob"));
        assertThat(learned.leader()).contains("shard");
        assertThat(explanation.votes().trail().orElseThrow().steps().getLast().after())
                .isEqualTo(result.confidence());
        assertThat(VoteOutcome.of(explanation.whatIf().strategies().get(LearnedStrategy.ID)))
                .isEqualTo(explanation.recount().outcome());
        assertThat(explanation.recount().without("ada").winner()).isNotEqualTo("shard");
    }

    @Test
    void thePartsOfTheScoresAreTheProbabilities() {
        for (int run = 0; run < 5; run++) {
            state.learn(RunCase.of(journal, solve().solveId()).decision(), OptionalInt.of(1));
        }
        RunCase logged = RunCase.of(journal, solve().solveId());
        LearnedWeights weights = state.weights(List.of("ada", "bob", "cyd"), "");
        double[] probabilities = weights.probabilities(logged.decision());

        double one = VoteContributions.of(weights, logged.decision(), 0).score();
        double other = VoteContributions.of(weights, logged.decision(), 1).score();
        double unnamed = logged.decision().others();
        double all = Math.exp(one) + Math.exp(other) + unnamed;

        assertThat(Math.exp(one) / all).isCloseTo(probabilities[0], within(1e-12));
        assertThat(Math.exp(other) / all).isCloseTo(probabilities[1], within(1e-12));
    }

    @Test
    void findsTheRightOptionByIdNameAndText() {
        RunCase finished = RunCase.of(journal, solve().solveId());
        int shard = option(finished, "shard");

        for (String answer : List.of("shard", "Shard by tenant", " shard  by TENANT ", "Sharding by tenants.")) {
            assertThat(finished.truth(answer)).as(answer).isEqualTo(new RunTruth.Known(OptionalInt.of(shard)));
        }
        assertThat(finished.truth("Do nothing")).isEqualTo(new RunTruth.Known(OptionalInt.empty()));
        assertThatIllegalArgumentException().isThrownBy(() -> finished.truth(" "));
    }

    @Test
    void aWrongDecisionTeachesOnlyIfOneOtherAnswerIsPossible() {
        RunCase two = RunCase.of(journal, solve().solveId());
        int winner = two.decided().orElseThrow();
        assertThat(two.truth(RunVerdict.CORRECT)).isEqualTo(new RunTruth.Known(OptionalInt.of(winner)));
        assertThat(two.truth(RunVerdict.WRONG)).isInstanceOf(RunTruth.ForReputation.class);
        assertThat(two.truth(RunVerdict.PARTIAL)).isInstanceOf(RunTruth.ForReputation.class);

        RunCase one = RunCase.of(journal, solve(team(List.of("shard", "shard", "shard")), 0.5).solveId());
        assertThat(one.proposals()).hasSize(1);
        assertThat(one.truth(RunVerdict.WRONG)).isEqualTo(new RunTruth.Known(OptionalInt.empty()));
    }

    @Test
    void anUndecidedRunHasNoVerdictAndARunWithoutVotesNoCase() {
        RunCase undecided = RunCase.of(journal, solve(team(List.of("shard", "buy", "")), 0.9).solveId());
        assertThatIllegalArgumentException().isThrownBy(() -> undecided.truth(RunVerdict.WRONG))
                .withMessageContaining("has no decision that is wrong");
        String silent = solve(List.of(Agent.of(AgentProfile.of("ada"), _ -> List.of())), 0.5).solveId();
        assertThatIllegalArgumentException().isThrownBy(() -> RunCase.of(journal, silent));
    }

    private static int option(RunCase of, String id) {
        return of.proposals().stream().map(proposal -> proposal.id()).toList().indexOf(id);
    }

    private SwarmResult solve() {
        return solve(team(List.of("shard", "buy", "buy")), 0.6);
    }

    private SwarmResult solve(List<Agent> team, double threshold) {
        SwarmConfig config = SwarmConfig.of(team).withJournal(journal).withMath(MathConfig.off())
                .withConsensus(ConsensusConfig.defaults().withThreshold(threshold))
                .withReliability(state::weights);
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(Task.of("Shard the database or buy time?"));
        }
    }

    /** Ada, bob and cyd, each with the proposal that it votes for; the first two propose theirs. */
    private static List<Agent> team(List<String> choices) {
        List<String> ids = List.of("ada", "bob", "cyd");
        return IntStream.range(0, 3).mapToObj(i -> Agent.of(AgentProfile.of(ids.get(i)), turn -> {
            if (turn.invocation() == 1 && i < 2 && !choices.subList(0, i).contains(choices.get(i))) {
                String text = choices.get(i).equals("shard") ? "Shard by tenant" : "Buy a larger machine";
                return List.of(Draft.of(new Payload.Proposal(choices.get(i), text, ""), 0.8));
            }
            return turn.invocation() == 2 && !choices.get(i).isEmpty()
                    ? List.of(Draft.of(new Payload.Vote(choices.get(i), Stance.AGREE, null, 1), 0.8))
                    : List.of();
        })).toList();
    }
}
