package dev.waggle.swarm.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.swarm.agent.ReplyQuality;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.identity.UnstatedConfidence;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MarkdownReportTest {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    /** Pieces of markup, of HTML, of line breaks and of invisible characters. */
    private static final List<String> HOSTILE = List.of("|", "||", "\\", "\\|", "`", "```", "<script>alert(1)</script>",
            "<!--", "-->", "&lt;", "&#124;", "\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085", "\n\n", "\n# ", "\n- ",
            "\n1. ", "\n1) ", "\n---\n", "\n===\n", "\n> ", "\n    code", "\t", "\u0000", "\u001b[2J", "\u202e",
            "\u200f", "\u2066", "\ufeff", "\u200b", "\ud83d", "\ud83d\ude00", "*", "**", "_", "__", "~~",
            "[a](javascript:x)",
            "![i](http://x)", "[^1]", "https://evil.example", "www.evil.example", "$x$", "{{x}}", ":::", "| --- |",
            "- ", "+ ", "= ", "1. ", "#", " ", "word", "é");

    @Test
    void reportsEverythingThatAPersonAsks() {
        String report = report("Which way?", "Left\n\nIt is near", "It is far", "bob");

        assertThat(report).isEqualTo("""
                # Decision

                ## Question

                > Which way?

                ## Answer

                > Left
                >
                > It is near

                | Figure | Value |
                | --- | --- |
                | Confidence | 83.4 %, the agreement of the strategy and no probability |
                | Agreement | 83 % by voting |
                | Ending | the swarm agreed |
                | Votes | two of three agree |
                | Rounds | 2 |
                | Duration | 1.2 s |
                | Cost | 0.1250 USD, 1,500 tokens, 7 model calls, tokens of 2 estimated |

                ## Proposals

                | Proposal | Author | Share | Agree | Voters | Content |
                | --- | --- | --- | --- | --- | --- |
                | P2 | bob | 67 % | 2 | 3 | It is far |

                ## Votes

                | Agent | Vote | Proposal | Weight | Reason |
                | --- | --- | --- | --- | --- |
                | bob | agree | P2 | 0.90 | It is far |
                | bob | disagree | P2 | 0.50 |  |

                ## Dissent

                - **bob** (vote about P2): It is far
                - **bob** (rival about P2)

                ## Open doubts

                - **bob** (high severity, about P2): It is far
                """);
    }

    @Test
    void approvalsAndVetoesAreListedWithTheirReasons() {
        ApprovalStatus approval = new ApprovalStatus(true, List.of("ada"), List.of("maya"),
                List.of(new ApprovalStatus.Veto("right", "olu", "too *dear*"),
                        new ApprovalStatus.Veto("left", "maya", "")));
        ConsensusResult withheld = new ConsensusResult(
                new ConsensusVerdict(false, "left", 0.8, "not approved by maya", approval), "voting", List.of(),
                List.of(), List.of(), 0, Duration.ZERO);

        String report = MarkdownReport.of(new MarkdownReport.Summary("No consensus reached", "silence", 1,
                Duration.ZERO, Optional.empty()), withheld, List.of(), SolveCost.NOTHING, ReplyQuality.NONE);

        assertThat(report).contains("""
                ## Approvals

                - **ada** (approved)
                - **maya** (approval missing)
                - **olu** (veto of right): too \\*dear\\*
                - **maya** (veto of left)
                """);
    }

    @Test
    void aDoubtIsOpenUntilAnotherParticipantRepliesToIt() {
        Signal proposal = signal("s1", "ada", new Payload.Proposal("left", "Left", ""), null);
        Signal doubt = signal("s2", "bob", new Payload.Doubt("s1", "Is it near?", Severity.LOW), null);
        Signal own = signal("s3", "bob", new Payload.Discovery("I wonder", null, 0.5), "s2");
        Signal reply = signal("s4", "ada", new Payload.Discovery("It is", null, 0.5), "s2");

        assertThat(doubts(proposal, doubt)).contains("- **bob** (low severity, about P1): Is it near?");
        assertThat(doubts(proposal, doubt, own)).contains("Is it near?");
        assertThat(doubts(proposal, doubt, own, reply)).isEqualTo("\nNone.\n");
        assertThat(doubts(doubt)).contains("about s1");
        assertThat(doubts(own, signal("s5", "ada", new Payload.Doubt("s3", "Why?", Severity.LOW), null)))
                .contains("about discovery by bob");
    }

    @Test
    void anUndecidedSolveIsAReportToo() {
        ConsensusResult none = new ConsensusResult(ConsensusVerdict.none("nobody agrees with anything"), "voting",
                List.of(), List.of(), List.of(), 0, Duration.ZERO);

        String report = MarkdownReport.of(new MarkdownReport.Summary("No consensus reached", "the time was up", 0,
                Duration.ZERO, Optional.empty()), none, List.of(), SolveCost.NOTHING, ReplyQuality.NONE);

        assertThat(report).startsWith("# No decision\n\n## Answer\n\n> No consensus reached\n")
                .doesNotContain("Question")
                .contains("## Proposals\n\nNone.\n", "## Votes\n\nNone.\n", "## Dissent\n\nNone.\n",
                        "## Open doubts\n\nNone.\n", "0 model calls |");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noTextChangesTheStructure(long seed) {
        RandomGenerator random = new Random(seed);
        List<String> plain = shape(report("a", "b", "c", "d"));
        for (int i = 0; i < 300; i++) {
            String text = hostile(random);
            String line = text.replaceAll("\\R", " ");
            String report = report("a", line.isBlank() ? "b" : line, text, text.strip() + 'd');

            assertThat(shape(report)).as("seed %s: %s", seed, text).isEqualTo(plain);
            assertThat(report.lines()).allSatisfy(row -> assertThat(row).matches("[^<]*")
                    .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]").doesNotMatch("[^>].*>.*"));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyTextCanBeReadBack(long seed) {
        RandomGenerator random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            String text = hostile(random);
            String visible = VisibleText.of(text.replaceAll("\\R", " ").replace('\t', ' ').strip());

            assertThat(rendered(MarkdownText.inline(text))).as("seed %s: %s", seed, text).isEqualTo(visible);
        }
    }

    @Test
    void aLineOfAQuoteStartsNoBlock() {
        assertThat(MarkdownText.quote("# a\n- b\n\n12. c\n1) d\n    e\n+ f\n===\n> g\n```\n***")).isEqualTo("""
                > \\# a
                >
                > \\- b
                >
                > 12\\. c
                >
                > 1\\) d
                >
                > e
                >
                > \\+ f
                >
                > \\===
                >
                > &gt; g
                >
                > \\`\\`\\`
                >
                > \\*\\*\\*
                """);
        assertThat(MarkdownText.quote(" \n ")).isEmpty();
    }

    @Test
    void anAddressIsNoLink() {
        assertThat(MarkdownText.inline("see HTTPS://x.y and Www.x.y")).isEqualTo("see HTTPS\\://x.y and Www\\.x.y");
    }

    private static String hostile(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int pieces = random.nextInt(1, 7); pieces > 0; pieces--) {
            text.append(HOSTILE.get(random.nextInt(HOSTILE.size())));
        }
        return text.toString();
    }

    /** The text that a reader of CommonMark shows; a character of markup without its escape is an error. */
    private static String rendered(String markdown) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < markdown.length(); i++) {
            char unit = markdown.charAt(i);
            assertThat("`*_[]~|<>!#$").as("unescaped at %s of %s", i, markdown).doesNotContain(String.valueOf(unit));
            if (unit == '\\') {
                i++;
                shown.append(markdown.charAt(i));
            } else if (unit == '&') {
                int end = markdown.indexOf(';', i);
                shown.append(Map.of("&lt", "<", "&gt", ">", "&amp", "&", "&#124", "|").get(markdown.substring(i, end)));
                i = end;
            } else {
                shown.append(unit);
            }
        }
        return shown.toString();
    }

    /** Each line without its texts: the kind of block and the number of cells. */
    private static List<String> shape(String report) {
        List<String> shape = new ArrayList<>();
        for (String line : report.lines().toList()) {
            String kind = line.isEmpty() ? "" : line.substring(0, Math.min(2, line.length()));
            shape.add(kind + line.chars().filter(unit -> unit == '|').count());
        }
        return shape;
    }

    @Test
    void tokensWithPricesOfTheirOwnStandBesideTheCost() {
        SolveCost cost = new SolveCost(new UsageTotals(7, new TokenUsage(4_100, 1_110, 5_210, 3_300, 200, 800), 0.125,
                0), Map.of());
        String report = MarkdownReport.of(new MarkdownReport.Summary("a", "b", 0, Duration.ZERO, Optional.empty()),
                consensus("c", "d"), List.of(), cost, ReplyQuality.NONE);

        assertThat(report).contains("0.1250 USD, 5,210 tokens, of them 3,300 cached, 200 written to the cache,"
                + " 800 thinking; 7 model calls |");
        assertThat(report("q", "a", "w", "g"))
                .contains("0.1250 USD, 1,500 tokens, 7 model calls, tokens of 2 estimated");
    }

    @Test
    void aVoteWhoseConfidenceNobodyStatedHasNoFigure() {
        Signal vote = Signal.of(UnstatedConfidence.mark(Draft.of(
                new Payload.Vote("left", Stance.AGREE, null, UnstatedConfidence.VALUE), UnstatedConfidence.VALUE)),
                new Stamp("v1", new Source.Agent("ada"), TIME, Scope.NONE));
        ConsensusResult votes = new ConsensusResult(new ConsensusVerdict(false, "left", 0.5, "none"), "voting",
                List.of(), List.of(new VoteRecord("ada", (Payload.Vote) vote.payload(), TIME, null, "v1")), List.of(),
                0, Duration.ZERO);

        String report = MarkdownReport.of(new MarkdownReport.Summary("a", "b", 0, Duration.ZERO, Optional.empty()),
                votes,
                List.of(vote), SolveCost.NOTHING, ReplyQuality.NONE);

        assertThat(report).contains("| ada | agree | left | not stated |  |").doesNotContain("0.50");
    }

    private static String doubts(Signal... log) {
        String report = MarkdownReport.of(new MarkdownReport.Summary("a", "b", 0, Duration.ZERO, Optional.empty()),
                consensus("c", "d"), List.of(log), SolveCost.NOTHING, ReplyQuality.NONE);
        return report.substring(report.indexOf("## Open doubts\n") + "## Open doubts\n".length());
    }

    private static String report(String question, String answer, String words, String agent) {
        List<Signal> log = new ArrayList<>(List.of(signal("s0", "user", new Payload.Task(question, null), null),
                signal("s1", "ada", new Payload.Proposal("left", "Left", ""), null)));
        log.add(signal("s2", "bob", new Payload.Doubt("s1", words.isBlank() ? "x" : words, Severity.HIGH), null));
        return MarkdownReport.of(new MarkdownReport.Summary(answer, "the swarm agreed", 2,
                Duration.ofMillis(1_234), Optional.empty()), consensus(words, agent), log,
                new SolveCost(new UsageTotals(7, 1_000, 500, 1_500, 0.125, 2), Map.of()), ReplyQuality.NONE);
    }

    private static ConsensusResult consensus(String words, String agent) {
        Proposal proposal = new Proposal("left", words, "", agent, "s1", 0.9, TIME);
        return new ConsensusResult(new ConsensusVerdict(true, "left", 0.834, "two of three agree"), "voting",
                List.of(new ProposalStanding(proposal, 2.0 / 3, 0.5, 2, 3)),
                List.of(vote(agent, Stance.AGREE, words, 0.9), vote(agent, Stance.DISAGREE, null, 0.5)),
                List.of(new Dissent(Dissent.Kind.VOTE, agent, words, "left"),
                        new Dissent(Dissent.Kind.RIVAL, agent, "", "left")),
                0, Duration.ZERO);
    }

    private static VoteRecord vote(String agent, Stance stance, @Nullable String reason,
            double weight) {
        return new VoteRecord(agent, new Payload.Vote("left", stance, reason, weight), TIME, null, "s9");
    }

    private static Signal signal(String id, String agent, Payload payload,
            @Nullable String replyTo) {
        Draft draft = Draft.of(payload, 0.9);
        return Signal.of(replyTo == null ? draft : draft.inReplyTo(replyTo),
                new Stamp(id, Source.agent(agent), TIME, Scope.NONE));
    }
}
