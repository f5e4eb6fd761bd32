package dev.waggle.swarm.compose;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.compose.TeamComposer.KeywordExtractor;
import dev.waggle.swarm.compose.TeamComposer.TeamCandidate;
import dev.waggle.swarm.compose.TeamComposer.TeamComposition;
import dev.waggle.swarm.compose.TeamComposer.TeamComposition.Action;
import dev.waggle.swarm.compose.TeamComposer.TeamComposition.Choice;
import dev.waggle.swarm.selection.AgentContribution;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class ComposerTest {

    private static final Task TASK = Task.of("Review the auth module for security");
    private static final double DIGITS = 1e-9;

    @Test
    @DisplayName("K18 order, scores and reasons are those of the shared case")
    void k18TheTeamIsThatOfTheSharedCase() throws Exception {
        JsonNode shared = vectors();
        List<TeamCandidate> candidates = new ArrayList<>();
        shared.get("candidates").forEach(node -> candidates.add(candidate(node)));

        TeamComposition team = new TeamComposer(KeywordExtractor.fixed(texts(shared.get("keywords"))),
                TeamComposerConfig.defaults().withMaxAgents(shared.get("maxAgents").asInt())).compose(TASK, candidates);

        JsonNode reasons = shared.get("reasoning");
        assertThat(team.reasoning()).hasSize(reasons.size());
        for (int i = 0; i < reasons.size(); i++) {
            Choice ours = team.reasoning().get(i);
            assertThat(ours.agentId()).isEqualTo(reasons.get(i).get("agentId").asString());
            assertThat(ours.action().name().toLowerCase(Locale.ROOT))
                    .isEqualTo(reasons.get(i).get("action").asString());
            assertThat(ours.reason()).isEqualTo(reasons.get(i).get("reason").asString());
            assertThat(ours.score()).isCloseTo(reasons.get(i).get("score").asDouble(), within(DIGITS));
        }
        assertThat(ids(team)).containsExactly("sec2", "rev", "perf");
        assertThat(team.totalWeight()).isCloseTo(shared.get("totalWeight").asDouble(), within(DIGITS));
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "3, 3", "4, 4", "5, 4", "9, 4"})
    @DisplayName("K18 never fewer than minAgents when enough exist")
    void k18NeverFewerThanTheSmallestTeam(int minAgents, int expected) throws Exception {
        List<TeamCandidate> alike = List.of(known("a", "dba", "db"), known("b", "dba", "db"), known("c", "dba", "db"),
                known("d", "nurse", "health"));

        TeamComposition team = new TeamComposer(KeywordExtractor.fixed(List.of("db")),
                new TeamComposerConfig(minAgents, 10, 0.3)).compose(TASK, alike);

        assertThat(team.agents()).hasSize(expected);
        assertThat(ids(team)).contains("a", "d").doesNotHaveDuplicates();
    }

    @Test
    void whoIsHardlyDifferentIsPassedOverAndFillsUpLast() throws Exception {
        List<TeamCandidate> candidates = List.of(known("a", "pentester", "security"),
                known("b", "Pentesters", "security"),
                known("c", "nurse", "health"));

        TeamComposition two = compose(2, candidates);
        TeamComposition three = compose(3, candidates);

        assertThat(ids(two)).containsExactly("a", "c");
        assertThat(reason(two, "b")).isEqualTo("Too much like a");
        assertThat(ids(three)).containsExactly("a", "c", "b");
        assertThat(reason(three, "b")).isEqualTo("Needed for the smallest team");
    }

    @Test
    void theSameTagsInAnotherRoleAreDifferentEnough() throws Exception {
        TeamComposition team = compose(1, List.of(known("a", "pentester", "security"),
                known("b", "architect", "security"), known("c", "auditor", "security")));

        assertThat(ids(team)).containsExactly("a", "b", "c");
    }

    @ParameterizedTest
    @CsvSource({"code-review, review, true", "code review, legal review, false", "a, security, false",
        "sec, security, false", "auth, authentication, true", "queries, query, true", "c++, c, false",
        "c#, c#, true", "Reviews, reviewing, true", "'', review, false", "'...', '...', false",
        "db, db, true", "ai, training, false"})
    void wordsAreComparedAsWholesOrByTheirStem(String tag, String keyword, boolean fits) {
        assertThat(WordStemmer.matches(tag, keyword)).isEqualTo(fits);
        assertThat(WordStemmer.matches(keyword, tag)).isEqualTo(fits);
    }

    @Test
    void plainKeywordsAreTheWordsOfTheTask() throws Exception {
        KeywordExtractor.TaskKeywords found = KeywordExtractor.ofTaskWords()
                .extract(Task.of("Should we shard the DB, and shard it in C++?"));

        assertThat(found.words()).containsExactly("shard", "db", "c++");
        assertThat(KeywordExtractor.ofTaskWords().extract(Task.of("x".repeat(3) + " word".repeat(100_000))).words())
                .containsExactly("xxx", "word");
    }

    @Test
    void reinforcementBringsARoleThatIsMissing() throws Exception {
        TeamComposer composer = new TeamComposer(KeywordExtractor.fixed(List.of("security")),
                TeamComposerConfig.defaults());
        List<Agent> team = List.of(known("a", "pentester").agent());

        assertThat(composer.suggestReinforcement(TASK, team,
                List.of(known("a", "x", "security"), known("b", "Pentester", "security"),
                        known("c", "lawyer", "security", "law"), known("d", "auditor", "security"))))
                .hasValue(new Choice("d", Action.SELECTED, "Brings the role auditor", 1.3));
        assertThat(composer.suggestReinforcement(TASK, team, List.of(known("b", "pentester", "law")))).isEmpty();
    }

    @Test
    void whoDoesHardlyAnythingMayGo() {
        TeamComposer composer = new TeamComposer(KeywordExtractor.ofTaskWords(), TeamComposerConfig.defaults());
        Map<String, AgentContribution> activities = new LinkedHashMap<>();
        activities.put("a", new AgentContribution("a", 10, 2, 0, 1, 0.9));
        activities.put("b", new AgentContribution("b", 6, 0, 1, 1, 0.5));
        activities.put("c", new AgentContribution("c", 0, 0, 0, 0, 0));
        activities.put("d", new AgentContribution("d", 2, 0, 1, 0, 0.3));

        assertThat(composer.suggestPrune(activities)).containsExactly("c", "d");
        assertThat(composer.suggestPrune(activities, 1)).containsExactly("c", "d");
        assertThat(composer.suggestPrune(activities, 0)).isEmpty();
        assertThat(composer.suggestPrune(Map.of())).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> composer.suggestPrune(activities, Double.NaN));
    }

    @Test
    void badCandidatesAreRefused() {
        TeamComposer composer = new TeamComposer(KeywordExtractor.ofTaskWords(), TeamComposerConfig.defaults());

        assertThatIllegalArgumentException().isThrownBy(() -> composer.compose(TASK, List.of()))
                .withMessageContaining("got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> composer.compose(TASK, List.of(known("a", "x"), known("a", "y"))))
                .withMessageContaining("two candidates have the id \"a\"");
        assertThatIllegalArgumentException().isThrownBy(() -> known("a", "x").withReputation(1.1))
                .withMessageContaining("reputation of candidate a must be between 0 and 1, got 1.1");
        assertThatIllegalArgumentException().isThrownBy(() -> new TeamComposerConfig(3, 2, 0.3))
                .withMessageContaining("maxAgents must be between minAgents 3");
    }

    private static TeamComposition compose(int minAgents, List<TeamCandidate> candidates) throws InterruptedException {
        return new TeamComposer(KeywordExtractor.fixed(List.of("security")),
                TeamComposerConfig.defaults().withMinAgents(minAgents))
                .compose(TASK, candidates);
    }

    private static TeamCandidate known(String id, String role, String... tags) {
        return TeamCandidate.of(Agent.of(AgentProfile.of(id).withRole(role), turn -> List.of()), tags);
    }

    private static TeamCandidate candidate(JsonNode node) {
        AgentProfile profile = AgentProfile.of(node.get("id").asString()).withRole(node.get("role").asString());
        AgentProfile weighed = node.get("weight").isNull()
                ? profile
                : profile.withWeight(node.get("weight").asDouble());
        Set<String> tags = new LinkedHashSet<>(texts(node.get("tags")));
        JsonNode reputation = node.get("reputation");
        return new TeamCandidate(Agent.of(weighed, turn -> List.of()), tags,
                reputation.isNull() ? TeamCandidate.DEFAULT_REPUTATION : reputation.asDouble());
    }

    private static List<String> texts(JsonNode node) {
        List<String> texts = new ArrayList<>();
        node.forEach(text -> texts.add(text.asString()));
        return texts;
    }

    private static List<String> ids(TeamComposition team) {
        return team.agents().stream().map(agent -> agent.profile().id()).toList();
    }

    private static String reason(TeamComposition team, String id) {
        return team.reasoning().stream().filter(choice -> choice.agentId().equals(id)).findFirst().orElseThrow()
                .reason();
    }

    private static JsonNode vectors() throws IOException {
        try (InputStream file = Objects.requireNonNull(
                ComposerTest.class.getResourceAsStream("/vectors/composer.json"), "the vectors are missing")) {
            return JsonMapper.builder().build().readTree(file);
        }
    }
}
