package dev.waggle.swarm.agent.episode;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Act;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Kind;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Target;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EpisodeReplayTest {

    private final List<Event> events = new ArrayList<>();

    @Test
    void turnsAnswersIntoProposalsAndVotesAndAChangeIntoAChallenge() {
        answer(1, "a", "A", "because one");
        answer(1, "b", "b", "because two");
        answer(2, "a", " B ", "two convinced me");

        SwarmResult result = solve(List.of("first", "second"), 2);

        assertThat(result.signalLog().stream().map(Signal::payload)).contains(
                new Payload.Proposal("answer:a", "A: first", "because one"),
                new Payload.Vote("answer:b", Stance.AGREE, "two convinced me", 1),
                new Payload.Challenge(idOfProposal("answer:a", result), "two convinced me", "B: second"));
        assertThat(result.answer()).isEqualTo("B: second");
        assertThat(result.agreement()).isEqualTo(1);
        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
    }

    @Test
    void keepsTheWordsOfAnUnreadableAnswerAndCountsNoVote() {
        event(1, "a", Kind.ANSWER, List.of(), "I cannot say", Act.NONE, Target.NONE);
        answer(1, "b", "B", "");

        SwarmResult result = solve(List.of("first", "second"), 1);

        assertThat(result.signalLog().stream().map(Signal::payload))
                .contains(new Payload.Discovery("I cannot say", null, 0.5));
        assertThat(result.consensus().votingRecord()).hasSize(1);
    }

    @Test
    void readsAChatEventByEvent() {
        event(0, "a", Kind.ANSWER, List.of("3", "U"), "", Act.NONE, Target.NONE);
        event(0, "b", Kind.ANSWER, List.of("U"), "", Act.NONE, Target.NONE);
        event(1, "c", Kind.MESSAGE, List.of(), "hi", Act.NONE, Target.NONE);
        event(1, "a", Kind.MESSAGE, List.of("u", "3"), "U and 3", Act.NON_PROBING, Target.SOLUTION);
        event(1, "b", Kind.MESSAGE, List.of(), "why 3?", Act.PROBING, Target.REASONING);
        event(1, "a", Kind.MESSAGE, List.of("3"), "a vowel may hide", Act.NON_PROBING, Target.REASONING);
        event(1, "b", Kind.MESSAGE, List.of(), "true", Act.NON_PROBING, Target.AGREE);
        event(1, "c", Kind.MESSAGE, List.of(), "no", Act.NON_PROBING, Target.DISAGREE);
        event(1, "c", Kind.SUBMIT, List.of("U", "3"), "", Act.NONE, Target.NONE);

        SwarmResult result = solve(List.of("3", "2", "U", "H"), 3);

        String proposal = idOfProposal("answer:3 u", result);
        assertThat(result.signalLog().stream().skip(1).map(Signal::payload)
                .filter(payload -> !(payload instanceof Payload.Conflict))).startsWith(
                        new Payload.Proposal("answer:3 u", "3 U", ""),
                        new Payload.Vote("answer:3 u", Stance.AGREE, null, 1),
                        new Payload.Proposal("answer:u", "U", ""), new Payload.Vote("answer:u", Stance.AGREE, null, 1),
                        Payload.Open.text("hi"), new Payload.Discovery("U and 3", null, 0.5),
                        new Payload.Doubt(proposal, "why 3?", Payload.Severity.MEDIUM),
                        new Payload.Discovery("a vowel may hide", null, 0.5),
                        new Payload.Vote("answer:3 u", Stance.AGREE, "true", 1),
                        new Payload.Challenge(proposal, "no", null),
                        new Payload.Vote("answer:3 u", Stance.AGREE, null, 1));
        assertThat(result.timing().roundsUsed()).isEqualTo(9);
        assertThat(result.answer()).isEqualTo("3 U");
    }

    /** Before any solution was said, "I agree" refers to the latest answer; a submit is not an utterance. */
    @Test
    void doesNotTakeASubmitForWhatWasSaidLast() {
        event(0, "a", Kind.ANSWER, List.of("3", "U"), "", Act.NONE, Target.NONE);
        event(1, "b", Kind.SUBMIT, List.of("2"), "", Act.NONE, Target.NONE);
        event(1, "c", Kind.MESSAGE, List.of(), "right", Act.NON_PROBING, Target.AGREE);

        SwarmResult result = solve(List.of("3", "2", "U", "H"), 3);

        assertThat(result.signalLog().getLast().payload())
                .isEqualTo(new Payload.Vote("answer:3 u", Stance.AGREE, "right", 1));
    }

    @Test
    void saysTheSameAgainInASecondSolve() {
        answer(1, "a", "A", "");
        answer(1, "b", "B", "");
        answer(2, "a", "B", "");
        assertThat(solve(List.of("x", "y"), 2).answer()).isEqualTo(solve(List.of("x", "y"), 2).answer());
    }

    private void answer(int round, String agent, String answer, String text) {
        event(round, agent, Kind.ANSWER, List.of(answer), text, Act.NONE, Target.NONE);
    }

    private void event(int round, String agent, Kind kind, List<String> answer, String text, Act act, Target target) {
        events.add(new Event(events.size() + 1, round, agent, kind, answer, text, null, act, target));
    }

    @Test
    void aChangedMindIsOneProposalWhateverHappensToConflicts() {
        answer(1, "a", "A", "because one");
        answer(1, "b", "A", "the same");
        answer(2, "a", " B ", "now I see");

        for (ConflictResolution mode : ConflictResolution.values()) {
            SwarmResult result = solve(List.of("first", "second"), 3, mode);
            assertThat(result.signalLog().stream().filter(signal -> signal.payload() instanceof Payload.Proposal))
                    .as("%s", mode).hasSize(2);
        }
    }

    private SwarmResult solve(List<String> options, int minVoters) {
        return solve(options, minVoters, ConflictResolution.NONE);
    }

    private SwarmResult solve(List<String> options, int minVoters, ConflictResolution mode) {
        List<RecordedEpisode.Member> roster = List.of(new RecordedEpisode.Member("a", "a", ""),
                new RecordedEpisode.Member("b", "b", ""),
                new RecordedEpisode.Member("c", "c", ""));
        EpisodeReplay replay = new EpisodeReplay(new RecordedEpisode("e", "Which?", options, roster, events));
        ConsensusConfig consensus = ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE)
                .withMinVoters(minVoters).withConflictResolution(mode);
        Limits limits = Limits.defaults().withMaxRounds(replay.rounds()).withMaxSignals(replay.maxSignals());
        try (Swarm swarm = new Swarm(
                SwarmConfig.of(replay.agents()).withConsensus(consensus).withLimits(limits))) {
            return swarm.solve(replay.task());
        }
    }

    private static String idOfProposal(String proposalId, SwarmResult result) {
        return result.signalLog().stream().filter(
                signal -> signal.payload() instanceof Payload.Proposal proposal
                        && proposal.proposalId().equals(proposalId))
                .map(Signal::id).findFirst().orElseThrow();
    }
}
