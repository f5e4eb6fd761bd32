package dev.waggle.swarm.reaction.reply;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.SampleLog;
import dev.waggle.swarm.reaction.TalkingHarness;
import dev.waggle.swarm.reaction.TestJson;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReplyParserTest {

    private final SampleLog log = new SampleLog();
    private final Signal task = log.all().getFirst();
    private final Signal proposal = log.proposes("other", "shard");
    private AgentProfile profile = AgentProfile.of("agent");

    @Test
    void everyKindBecomesItsPayload() {
        ModelReply reply = read(
                "{'type':'discovery','confidence':0.8,'content':'found','evidence':'seen','relevance':0.9}",
                "{'type':'proposal','confidence':0.7,'content':'Buy time!','reasoning':'cheap'}",
                "{'type':'doubt','confidence':0.6,'target':'#2','content':'hm','severity':'high'}",
                "{'type':'challenge','confidence':0.5,'target':'shard','content':'no','alternativeProposal':'wait'}",
                "{'type':'vote','confidence':0.9,'proposalId':'shard','stance':'disagree','reasoning':'r'}",
                "{'type':'escalate','confidence':0.4,'content':'help','reasoning':'all of it'}",
                "{'type':'memory','confidence':0.3,'content':'fact','category':'db','importance':0.2}");

        assertThat(reply.faults()).isEmpty();
        assertThat(reply.drafts()).extracting(Draft::payload).containsExactly(
                new Payload.Proposal(ProposalName.of("Buy time!"), "Buy time!", "cheap"),
                new Payload.Discovery("found", "seen", 0.9),
                new Payload.Doubt(proposal.id(), "hm", Severity.HIGH),
                new Payload.Challenge(proposal.id(), "no", "wait"),
                new Payload.Vote("shard", Stance.DISAGREE, "r", 0.9),
                new Payload.Escalate("help", "all of it"),
                new Payload.SharedMemory("fact", "db", 0.2));
        assertThat(reply.drafts()).extracting(draft -> draft.grading().confidence())
                .containsExactly(0.7, 0.8, 0.6, 0.5, 0.9, 0.4, 0.3);
        assertThat(reply.drafts()).extracting(draft -> draft.links().replyTo()).containsExactly(task.id(), task.id(),
                proposal.id(), proposal.id(), proposal.id(), task.id(), task.id());
    }

    @ParameterizedTest
    @CsvSource({"proposal, INTERVENTION", "challenge, COUNTERFACTUAL", "doubt, COUNTERFACTUAL",
        "discovery, CORRELATION", "vote, CORRELATION"})
    @DisplayName("C12 each kind stands on its rung unless the model states one")
    void eachKindStandsOnItsRung(String type, CausalLevel rung) {
        String fields = "'type':'" + type + "','confidence':1,'content':'x','target':'#2','proposalId':'#2',"
                + "'stance':'agree'";

        assertThat(only(read("{" + fields + "}")).grading().causalLevel()).isEqualTo(rung);
        assertThat(only(read("{" + fields + ",'causalLevel':'Intervention'}")).grading().causalLevel())
                .isEqualTo(CausalLevel.INTERVENTION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"```json\n%s\n```", "Sure! Here it is:\n%s\nI hope it helps.", "\uFEFF %s",
        "<think>{\"signals\":[]} or not?</think>%s", "A set {a, b} of ideas. %s"})
    void textAroundTheObjectIsNoHarm(String around) {
        ModelReply reply = parser().read(around.formatted(TalkingHarness.reply("{'type':'discovery','confidence':1,"
                + "'content':'a } in { text'}")));

        assertThat(only(reply).payload()).isEqualTo(new Payload.Discovery("a } in { text", null, 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "                                                              | the reply is empty",
        "I would shard.                                                | it holds no JSON object",
        "<html><body>502 Bad Gateway</body></html>                     | it holds no JSON object",
        "{\"signals\": [                                               | its list \"signals\" is cut",
        "{\"answer\": 42}                                              | has no list \"signals\"",
        "{\"signals\": 7}                                              | its \"signals\" are no list",
        "{\"signals\": []} {\"signals\": [7]}                          | it holds 2 of them that differ"})
    void whatIsNoReplyIsUnreadable(String text, String reason) {
        ModelReply reply = parser().read(text == null ? "" : text);

        assertThat(reply.drafts()).isEmpty();
        assertThat(reply.failed()).isTrue();
        assertThat(reply.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.kind()).isEqualTo(ReplyError.Kind.UNREADABLE);
            assertThat(fault.reason()).contains(reason);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{'confidence':1,'content':'x'}                                | \"type\" is missing",
        "{'type':'sermon','confidence':1,'content':'x'}                | no type \"sermon\"",
        "{'type':'discovery','confidence':1}                           | \"content\" is missing",
        "{'type':'discovery','confidence':1,'content':'  '}            | \"content\" is missing",
        "{'type':'discovery','confidence':1,'content':'\\ud800'}       | half a character",
        "{'type':'doubt','confidence':1,'content':'x'}                 | \"target\" is missing",
        "{'type':'doubt','confidence':1,'content':'x','target':'#9'}   | no signal \"#9\", only #1 to #2",
        "{'type':'doubt','confidence':1,'content':'x','target':'#0'}   | no signal \"#0\"",
        "{'type':'doubt','confidence':1,'content':'x','target':'#99999999999'} | no signal",
        "{'type':'vote','confidence':1,'stance':'agree','proposalId':'#1'} | no proposal \"#1\", only P2 \"shard\"",
        "{'type':'vote','confidence':1,'proposalId':'shard'}           | \"stance\" is missing"})
    void aBadItemIsDroppedWithAReasonAndTheRestStays(String bad, String reason) {
        ModelReply reply = read(bad, "{'type':'discovery','confidence':0.5,'content':'good'}");

        assertThat(only(reply).payload()).isEqualTo(new Payload.Discovery("good", null, 0.5));
        assertThat(reply.faults()).singleElement()
                .satisfies(fault -> assertThat(fault.reason()).startsWith("signals[0]: ").contains(reason));
        assertThat(reply.failed()).isFalse();
    }

    @Test
    void moreThanTheMostSignalsAreCut() {
        String[] many = IntStream.range(0, 20)
                .mapToObj(i -> "{'type':'discovery','confidence':1,'content':'fact " + i + "'}").toArray(String[]::new);

        ModelReply reply = read(many);

        assertThat(reply.drafts()).hasSize(ReplyParser.MAX_SIGNALS);
        assertThat(reply.faults()).singleElement()
                .satisfies(fault -> assertThat(fault.reason()).isEqualTo("only the first 8 of 20 signals count"));
    }

    @Test
    void aVoteCanNameAProposalOfItsOwnReply() {
        ModelReply reply = read("{'type':'vote','confidence':0.9,'proposalId':'mine','stance':'agree'}",
                "{'type':'proposal','confidence':0.9,'content':'Buy time','proposalId':'mine'}");

        String name = ProposalName.of("Buy time");
        assertThat(reply.drafts()).extracting(Draft::payload).containsExactly(
                new Payload.Proposal(name, "Buy time", ""), new Payload.Vote(name, Stance.AGREE, null, 0.9));
    }

    @Test
    void whatIsProposedAlreadyIsNotProposedAgainButCanBeVotedOn() {
        ModelReply reply = read("{'type':'proposal','confidence':0.9,'content':' Do  SHARD','proposalId':'mine'}",
                "{'type':'vote','confidence':0.9,'proposalId':'mine','stance':'agree'}");

        assertThat(only(reply).payload()).isEqualTo(new Payload.Vote("shard", Stance.AGREE, null, 0.9));
        assertThat(reply.faults()).extracting(ReplyError::kind).containsExactly(ReplyError.Kind.REPEATED);
    }

    @Test
    @DisplayName("C2 what it may not emit becomes a discovery at most, a vote nothing")
    void onlyWhatItMayEmitComesOut() {
        profile = profile.withCanEmit(List.of(SignalType.DISCOVERY));

        ModelReply reply = read("{'type':'proposal','confidence':0.7,'content':'Buy time'}",
                "{'type':'vote','confidence':0.9,'proposalId':'shard','stance':'agree'}");

        assertThat(only(reply).payload()).isEqualTo(new Payload.Discovery("Buy time", null, 0.7));
        assertThat(reply.faults()).extracting(ReplyError::kind).containsExactly(ReplyError.Kind.NOT_ALLOWED);
    }

    @Test
    @DisplayName("C2 where it may not emit discoveries either, nothing comes out")
    void withoutDiscoveriesNothingFallsBack() {
        profile = profile.withCanEmit(List.of(SignalType.VOTE));

        ModelReply reply = read("{'type':'proposal','confidence':0.7,'content':'Buy time'}");

        assertThat(reply.drafts()).isEmpty();
        assertThat(reply.faults()).extracting(ReplyError::kind).containsExactly(ReplyError.Kind.NOT_ALLOWED);
    }

    @ParameterizedTest
    @CsvSource({"Shard by tenant!, shard-by-tenant", "'  -- ', proposal", "Über Maß: 3 & 4, über-mass-3-4",
        "'A very long proposal that goes on and on about things', a-very-long-proposal-that-goes-on-and-on",
        "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij, abcdefghijabcdefghijabcdefghijabcdefghij"})
    void namesOfProposalsAreReadable(String content, String words) {
        assertThat(ProposalName.of(content)).matches(words + "-[0-9a-f]{8}");
    }

    @ParameterizedTest
    @CsvSource({"'\u001b[31mShard\u001b[0m it', shard-it", "'\u001b]0;a title\u0007Shard it', shard-it",
        "'\u001b]8;;http://x.y\u001b\\Shard\u001b]8;;\u001b\\ it', shard-it", "Sh\u0007ar\u0000d\u007f it, shard-it",
        "'\u009b2JShard \u001b(Bit', shard-it", "'\u001b]0;never ends', proposal", "'Shard\nit', shard-it"})
    void whatSteersATerminalIsNoWordOfAName(String content, String words) {
        assertThat(ProposalName.of(content)).matches(words + "-[0-9a-f]{8}");
    }

    @Test
    void namesOfProposalsAreOnesOwn() {
        String start = "The same forty characters at the beginning of ";

        assertThat(ProposalName.of(start + "one")).isNotEqualTo(ProposalName.of(start + "two"));
        assertThat(ProposalName.of("Shard it")).isEqualTo(ProposalName.of(" shard   IT "));
        assertThat(ProposalName.of("shard it")).isNotEqualTo(ProposalName.of("shard-it"));
        new Payload.Proposal(ProposalName.of("\uD83D\uDE80".repeat(100) + "\u0007x"), "x", "");
    }

    @Test
    void theSchemaNamesExactlyWhatTheAgentMaySay() {
        String schema = JsonLine.of(ReplySchema.of(
                ReplyKind.of(profile.withCanEmit(List.of(SignalType.VOTE, SignalType.DISCOVERY)))));

        assertThat(schema).contains("\"type\":{\"type\":\"string\",\"enum\":[\"discovery\",\"vote\"]}")
                .contains("\"required\":[\"signals\"]");
        assertThat(TestJson.read(schema)).isEqualTo(ReplySchema.of(List.of(ReplyKind.DISCOVERY, ReplyKind.VOTE)));
    }

    private ModelReply read(String... items) {
        return parser().read("{\"signals\":[" + Stream.of(items).map(item -> item.replace('\'', '"'))
                .collect(Collectors.joining(",")) + "]}");
    }

    private ReplyParser parser() {
        return new ReplyParser(
                profile, new SignalReferences(log.all(),
                        id -> log.all().stream().map(Signal::id).toList().indexOf(id) + 1, List.of()),
                task.id());
    }

    private static Draft only(ModelReply reply) {
        assertThat(reply.drafts()).hasSize(1);
        return Objects.requireNonNull(reply.drafts().getFirst());
    }
}
