package dev.waggle.swarm.reaction.prompt;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.reaction.prompt.PromptGallery.Rendered;
import dev.waggle.swarm.reaction.reply.ReplyKind;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Properties of prompts of all kinds of turns. */
class PromptKindsTest {

    /** Words that ask for a vote or speak of the agent's own. */
    private static final Pattern ASKS_FOR_A_VOTE = Pattern
            .compile("(?i)(?<!others )\\bvote (on|where|again|at)\\b|then vote\\b"
                    + "|change a vote|vote instead|you have voted");

    /** A sentence of an instruction, at least three words long. */
    private static final Pattern SENTENCE = Pattern.compile("[A-Z][^.!?\\n\"{]*[ ][^.!?\\n\"{]*[ ][^.!?\\n\"{]*[.!?]");

    static Stream<Named<Rendered>> prompts() {
        return PromptGallery.turns().entrySet().stream().map(prompt -> Named.of(prompt.getKey(), prompt.getValue()));
    }

    @ParameterizedTest
    @MethodSource("prompts")
    void noSentenceStandsTwice(Rendered prompt) {
        String whole = withoutData(PromptBuilder.system() + '\n' + prompt.text());
        Set<String> seen = new HashSet<>();
        List<String> twice = SENTENCE.matcher(whole).results().map(found -> found.group().strip())
                .filter(sentence -> !seen.add(sentence)).toList();

        assertThat(seen).hasSizeGreaterThan(20);
        assertThat(twice).isEmpty();
        assertThat(prompt.text().split("The question, as a JSON text:", -1)).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("prompts")
    void anAgentWithoutVotesIsNeverAskedForOne(Rendered prompt) {
        String asked = withoutData(prompt.text());

        if (prompt.takesVotes()) {
            assertThat(prompt.votable().isEmpty() || ASKS_FOR_A_VOTE.matcher(asked).find()).isTrue();
        } else {
            assertThat(ASKS_FOR_A_VOTE.matcher(asked).find()).as(asked).isFalse();
            assertThat(asked).doesNotContain("<proposals>");
        }
    }

    @ParameterizedTest
    @MethodSource("prompts")
    void anAgentIsAskedOnlyForWhatItMaySay(Rendered prompt) {
        List<ReplyKind> kinds = ReplyKind.of(prompt.profile());
        String task = prompt.text().substring(prompt.text().indexOf("Your task"));

        if (!kinds.contains(ReplyKind.DISCOVERY)) {
            assertThat(task).doesNotContain("Report what you find", "Attack");
        }
        if (!kinds.contains(ReplyKind.PROPOSAL)) {
            assertThat(task).doesNotContain("Propose an answer", "into one proposal", "a proposal of your own");
        }
    }

    @ParameterizedTest
    @MethodSource("prompts")
    void everyTypeThatItNamesHasAnExample(Rendered prompt) {
        Stream<ReplyKind> named = Stream.of(ReplyKind.values()).filter(kind -> prompt.text()
                .contains("You may use every type.")
                || line(prompt, "You may use these types:").contains(kind.wireName()));

        assertThat(named.toList()).isNotEmpty().allSatisfy(kind -> assertThat(PromptBuilder.system())
                .contains("\n- \"" + kind.wireName() + "\": ", "\n  {\"type\": \"" + kind.wireName() + "\", "));
    }

    @ParameterizedTest
    @MethodSource("prompts")
    void itEndsWithTheBallotAndTheDemandForJson(Rendered prompt) {
        List<String> ballot = prompt.text().contains("<proposals>")
                ? prompt.text().substring(prompt.text().indexOf("<proposals>")).lines()
                        .filter(line -> line.startsWith("{")).toList()
                : List.of();
        List<String> end = prompt.text().lines().toList();

        assertThat(end.getLast()).isEqualTo("Reply now with one JSON object, its field \"signals\" and nothing else.");
        assertThat(ballot).hasSize(prompt.takesVotes() ? prompt.votable().size() : 0);
        for (int i = 0; i < ballot.size(); i++) {
            assertThat(ballot.get(i)).contains("\"proposalId\":\"" + prompt.votable().get(i) + "\"", "\"yours\":");
        }
        assertThat(prompt.text().indexOf("Your task")).isGreaterThan(prompt.text().indexOf("</log>"));
    }

    @ParameterizedTest
    @MethodSource("prompts")
    void itStatesTheRoundAndWithProposalsTheMissingVotes(Rendered prompt) {
        assertThat(prompt.text()).containsPattern("\nRound \\d of");
        if (!prompt.votable().isEmpty()) {
            assertThat(prompt.text()).contains("A decision needs the votes of at least 2 agents.")
                    .containsPattern(
                            prompt.profile().listens().contains(SignalType.VOTE)
                                    ? "Without a vote so far: |Everyone has voted\\."
                                    : "least 2 agents\\.\n");
        }
    }

    @ParameterizedTest
    @MethodSource("prompts")
    void noIdOfAProposalIsInIt(Rendered prompt) {
        assertThat(prompt.text()).doesNotContain("\"shard\"", "\\\"shard\\\"", "\"wait\"", "\"same\"", "sig_");
    }

    @Test
    void theLanguageRuleIsInTheSystemPromptOnce() {
        assertThat(PromptBuilder.system().split("language of the question", -1)).hasSize(2);
    }

    @Test
    void aLongDocumentStandsInAPromptOnceAndWhole() {
        String text = named("first round, long document");

        assertThat(text.split("Section 4.2 says", -1)).hasSize(701);
        assertThat(text.length()).isLessThan(PromptGallery.LONG.length() + 2_000);
    }

    @Test
    void aMergeIsToldByNames() {
        String text = named("after a merge");

        assertThat(text).contains("\"type\":\"proposal:merged\",\"by\":\"orchestrator\",\"proposalId\":\"P9\","
                + "\"countsAs\":\"P3\"}");
    }

    @Test
    void theClosingPromptAsksForVotesAndNothingElse() {
        String closing = PromptGallery.closing();

        assertThat(closing)
                .contains("\n<proposals>\n{\"proposalId\":\"P3\",\"by\":\"planner\",\"content\":\"do shard\"",
                        "\n</proposals>\n")
                .doesNotContain("discovery", "<log>", "Your task", "agree\"", "{{");
        assertThat(SENTENCE.matcher(withoutData(PromptBuilder.system() + '\n' + closing)).results()
                .map(found -> found.group()).toList()).doesNotHaveDuplicates();
    }

    private static String named(String name) {
        return Objects.requireNonNull(PromptGallery.turns().get(name), name).text();
    }

    private static String line(Rendered prompt, String beginning) {
        return prompt.text().lines().filter(line -> line.startsWith(beginning)).findFirst().orElse("");
    }

    /** The instructions of a prompt: all but its lines of JSON. */
    private static String withoutData(String prompt) {
        return prompt.lines().filter(line -> !line.strip().startsWith("{") && !line.startsWith("\""))
                .reduce("", (text, line) -> text + line + '\n');
    }
}
