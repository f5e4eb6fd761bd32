package dev.waggle.swarm.agent;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.equivalence.ProposalMerge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SeatLanguageTest {

    private static final List<Signal> LOG = List.of(
            said("s1", "orchestrator", Draft.of(new Payload.Task("Shard?", null), 1)),
            said("s2", "dba", Draft.of(new Payload.Proposal("shard", "Shard by tenant", ""), 0.7)),
            said("s3", "dba", Draft.of(new Payload.Discovery("Writes peak at noon", null, 0.5), 0.5)));

    private final SeatLanguage language = new SeatLanguage(filter -> LOG.stream().filter(filter::matches).toList());

    @Test
    void findsWithEvidence() {
        assertThat(language.read("find 0.8 Locks pile up | evidence: pg_locks | relevance: 0.9"))
                .containsExactly(Draft.of(new Payload.Discovery("Locks pile up", "pg_locks", 0.9), 0.8));
    }

    @Test
    void answersAnotherSignal() {
        assertThat(language.read("find 0.8 Only on Mondays | to: @dba").getFirst().links().replyTo()).isEqualTo("s3");
        assertThat(language.read("find 0.8 Only on Mondays | to: #2").getFirst().links().replyTo()).isEqualTo("s2");
    }

    @Test
    void agreesWithWhatItProposes() {
        assertThat(language.read("propose 0.6 wait: Wait: a year | because: it is cheap")).containsExactly(
                Draft.of(new Payload.Proposal("wait", "Wait: a year", "it is cheap"), 0.6),
                Draft.of(new Payload.Vote("wait", Stance.AGREE, "it is cheap", 0.6), 0.6));
    }

    @Test
    void votesOnAProposalByName() {
        assertThat(language.read("vote Shard disagree 0.55 too early")).containsExactly(
                Draft.of(new Payload.Vote("shard", Stance.DISAGREE, "too early", 0.55), 0.55).inReplyTo("s2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"P2", "p2", "#2", "2", "shard", "SHARD"})
    void namesAProposalAsTheScreenShowsIt(String name) {
        assertThat(language.read("vote " + name + " agree 0.5")).containsExactly(
                Draft.of(new Payload.Vote("shard", Stance.AGREE, null, 0.5), 0.5).inReplyTo("s2"));
        assertThat(language.read("doubt " + name + " 0.6 why").getFirst().links().replyTo()).isEqualTo("s2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait", "WAIT"})
    void votesOnTheProposalOfItsOwnTurn(String name) {
        assertThat(language.read("propose 0.6 Wait: Wait a year")).hasSize(2);

        assertThat(language.read("vote " + name + " agree 0.9 it is cheap")).containsExactly(
                Draft.of(new Payload.Vote("wait", Stance.AGREE, "it is cheap", 0.9), 0.9));
        assertThatIllegalArgumentException().isThrownBy(() -> language.read("propose 0.5 wait: Wait two years"))
                .withMessage(
                        "this turn proposes \"wait\" already\nMaybe vote wait agree, or propose under another name.");
        assertThatIllegalArgumentException().isThrownBy(() -> language.read("vote later agree 0.9"))
                .withMessage("there is no proposal \"later\"\nMaybe one of: P2, wait.");
    }

    @Test
    void aRefusedProposalCannotBeVotedOn() {
        assertThatIllegalArgumentException().isThrownBy(() -> language.read("propose 2 wait: Wait"));

        assertThatIllegalArgumentException().isThrownBy(() -> language.read("vote wait agree 0.9"));
    }

    @Test
    void votesOnAProposalThatAnotherMakesInTheSameTurn() {
        SeatLanguage beside = new SeatLanguage(view(LOG), () -> Set.of("wait"));

        assertThat(beside.read("vote Wait disagree 0.9")).containsExactly(
                Draft.of(new Payload.Vote("wait", Stance.DISAGREE, null, 0.9), 0.9));
        assertThat(beside.read("vote shard agree 0.5").getFirst().links().replyTo()).isEqualTo("s2");
    }

    @ParameterizedTest
    @CsvSource({"propose 0.7 Wait: until May, wait", " PROPOSE x wait:, wait", "propose 0.7 wait until: May, ",
        "propose wait: May, ", "vote wait agree 0.7: yes, ", "'', "})
    void aLineNamesTheProposalThatItMakes(String line, String name) {
        assertThat(SeatLanguage.proposedName(line)).isEqualTo(Optional.ofNullable(name));
    }

    @Test
    void aNumberStaysWhenEarlierSignalsExpire() {
        SeatLanguage later = new SeatLanguage(view(LOG.subList(1, 3)));

        assertThat(later.read("vote P2 agree 0.5").getFirst().links().replyTo()).isEqualTo("s2");
        assertThat(later.read("doubt #3 0.5 why").getFirst().links().replyTo()).isEqualTo("s3");
        assertThatThrownBy(() -> later.read("doubt #9 0.5 why")).hasMessageContaining("Maybe #1 to #3");
    }

    @Test
    void aShownNameIsANumberAndAnyOtherAnIdFirst() {
        List<Signal> log = List.of(LOG.get(0), LOG.get(1),
                said("s3", "dev", Draft.of(new Payload.Proposal("p2", "Wait", ""), 0.5)));
        SeatLanguage language = new SeatLanguage(view(log));

        assertThat(language.read("vote P2 agree 0.5").getFirst().links().replyTo()).isEqualTo("s2");
        assertThat(language.read("vote p2 agree 0.5").getFirst().links().replyTo()).isEqualTo("s3");
        assertThat(language.read("vote P3 agree 0.5").getFirst().links().replyTo()).isEqualTo("s3");
    }

    @Test
    void theAnswerToAnUnknownNameIsTheShownNames() {
        assertThatThrownBy(() -> language.read("vote P3 agree 0.5"))
                .hasMessage("there is no proposal \"P3\"\nMaybe one of: P2.");
        assertThatThrownBy(() -> language.read("propose 0.7 shard: Again"))
                .hasMessageContaining("Maybe vote P2 agree");
    }

    private static HistoryView view(List<Signal> retained) {
        return new HistoryView() {
            @Override
            public List<Signal> select(SignalFilter filter) {
                return retained.stream().filter(filter::matches).toList();
            }

            @Override
            public int numberOf(String signalId) {
                return Integer.parseInt(signalId.substring(1));
            }
        };
    }

    @Test
    void doubtsAndChallengesProposalsAndSeats() {
        assertThat(language.read("doubt shard 0.6 Who moves the data? | severity: high")).containsExactly(
                Draft.of(new Payload.Doubt("s2", "Who moves the data?", Severity.HIGH), 0.6).inReplyTo("s2"));
        assertThat(language.read("challenge @dba 0.9 Noon is lunch | instead: measure again")).containsExactly(
                Draft.of(new Payload.Challenge("s3", "Noon is lunch", "measure again"), 0.9).inReplyTo("s3"));
    }

    @Test
    void aSeatIsTheAgentOrThePartOfThatName() {
        List<Signal> log = new ArrayList<>(LOG);
        log.add(Signal.of(Draft.custom("note", Payload.Open.text("hi")),
                new Stamp("s4", new Source.Webhook("dba"), Instant.EPOCH, Scope.NONE)));
        log.add(Signal.of(Draft.of(new Payload.Challenge("s2", "why?", null), 0.8),
                new Stamp("s5", Source.named("orchestrator"), Instant.EPOCH, Scope.NONE)));
        SeatLanguage seats = new SeatLanguage(filter -> log.stream().filter(filter::matches).toList());

        assertThat(seats.read("find 0.8 So do I | to: @dba").getFirst().links().replyTo()).isEqualTo("s3");
        assertThat(seats.read("find 0.8 Because | to: @orchestrator").getFirst().links().replyTo()).isEqualTo("s5");
    }

    @Test
    void aDebateKnowsTheProposalsOfAnAgent() {
        Signal own = said("s1", "dba", Draft.of(new Payload.Proposal("shard", "Shard", ""), 0.7));
        Signal other = Signal.of(Draft.of(new Payload.Proposal("wait", "Wait", ""), 0.7),
                new Stamp("s2", Source.named("dba"), Instant.EPOCH, Scope.NONE));

        assertThat(new DebateContext(own, other, 1, 2).ownOf("dba")).containsExactly("shard");
    }

    @Test
    void splitsItsOwnMergedProposal() {
        ProposalMerge merge = new ProposalMerge("tenant", "shard", ProposalMerge.MergeReason.RULE, "same");
        List<Signal> log = new ArrayList<>(LOG);
        log.add(said("s4", "ops", Draft.of(new Payload.Proposal("tenant", "Shard by tenants", ""), 0.7)));
        SeatLanguage unmerged = new SeatLanguage(filter -> log.stream().filter(filter::matches).toList());
        assertThatIllegalArgumentException().isThrownBy(() -> unmerged.read("split P4"))
                .withMessage("the proposal \"tenant\" is not merged with another");
        log.add(Signal.of(Draft.custom("proposal:merged", merge.toPayload()),
                new Stamp("s5", Source.named("orchestrator"), Instant.EPOCH, Scope.NONE)));

        assertThat(unmerged.read("split P4")).containsExactly(
                Draft.custom("proposal:split", ProposalMerge.split("tenant")).inReplyTo("s4"));
    }

    @Test
    void passesInSilence() {
        assertThat(language.read("pass")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            shout 0.5 hey; shout
            find 85 % sure; confidence
            find NaN text; confidence
            find 0.8; find needs what was found
            vote nobody agree 0.5; no proposal "nobody"
            vote shard maybe 0.5; stance
            vote shard agree 1.5; between 0 and 1
            doubt @lead 0.5 why; there is no signal from @lead yet
            doubt #9 0.5 why; no signal #9
            propose 0.7 Shard by tenant; a name of one word
            propose 0.7 shard: Shard by user; a proposal "shard" already
            find 0.7 text | evidnce: x; evidnce
            find 0.7 text | nothing; a bar
            doubt shard 0.7 text | severity: huge; severity
            """)
    void refusesWhatItCannotUnderstandAndSaysWhy(String line, String reason) {
        assertThatThrownBy(() -> language.read(line)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    private static Signal said(String id, String source, Draft draft) {
        return Signal.of(draft, new Stamp(id, Source.agent(source), Instant.EPOCH, Scope.NONE));
    }
}
