package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle init}, and solves with what it writes. */
class SetupCommandsTest {

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.configured(FakeServerConfig.compatible(),
            ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void initWritesAFileThatSolvesAsItStands() throws IOException {
        Path file = folder.resolve("swarm.yaml");

        CommandRun init = CommandRun.of("init", file.toString());
        CommandRun solve = solve("--config", file.toString(), "--json");

        assertThat(init.code()).as(init.err()).isZero();
        assertThat(init.out()).contains("wrote " + file);
        assertThat(solve.code()).as(solve.err()).isIn(0, 3);
        assertThat(solve.out()).contains("\"explorer\"").contains("\"answer\"");
    }

    /** A flag takes precedence over the file. */
    @Test
    void theTypeOfTheTaskIsThatOfTheFileUnlessAFlagNamesAnother() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "taskType: law\nlimits: {maxRounds: 1}\n");
        String data = folder.resolve("data").toString();

        assertThat(solve("--config", file.toString(), "--data", data).code()).isZero();
        assertThat(solve("--config", file.toString(), "--data", data, "--task-type", "math").code()).isZero();
        assertThat(solve("--template", "debug", "--data", data, "--max-rounds", "1").code()).isIn(0, 3);

        List<String> opened = CommandRun.of("log", "show", data, "--type", "run:opened", "--json").out().lines()
                .toList();
        assertThat(opened).hasSize(3);
        assertThat(opened.get(0)).contains("\"taskType\":\"law\"");
        assertThat(opened.get(1)).contains("\"taskType\":\"math\"");
        assertThat(opened.get(2)).doesNotContain("taskType");
    }

    @Test
    void anInterruptedSolveContinuesWithTheTypeOfItsFile() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "taskType: law\nlimits: {maxRounds: 1}\n");
        Path log = folder.resolve("log");
        assertThat(solve("--config", file.toString(), "--log", log.toString()).code()).isIn(0, 3);
        Files.delete(file);
        KilledLog.cut(log, 12);

        CommandRun resumed = CommandRun.of("resume", "--log", log.toString(), "--json");

        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(CommandRun.of("log", "show", log.toString(), "--type", "run:closed", "--json").out().lines())
                .hasSize(1);
    }

    @Test
    void initOverwritesNothing() throws IOException {
        Path file = Files.writeString(folder.resolve("swarm.yaml"), "mine");

        CommandRun again = CommandRun.of("init", file.toString());

        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("there is a file " + file + " already");
        assertThat(Files.readString(file)).isEqualTo("mine");
    }

    @Test
    void initSaysWhichFolderDoesNotExist() {
        Path file = folder.resolve("nowhere/x.yaml");

        CommandRun run = CommandRun.of("init", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no folder " + folder.resolve("nowhere"));
    }

    @Test
    void initNeedsANameForItsFile() {
        assertThat(CommandRun.of("init", "").err()).contains("FILE \"\" names no file or folder");
        assertThat(CommandRun.of("init", folder.resolve("a\nb").toString()).err()).contains("is no name for a file");
        assertThat(CommandRun.of("init", folder.toString()).err()).contains(folder + " is a directory - Name a file");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void agentsLearnInNoFolderWithoutAName() throws IOException {
        assertThat(solve("--model", "fast", "--learn", "").err())
                .contains("--learn \"\" names no file or folder");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void moreVotersThanAgentsAreRefusedBeforeAnybodyIsAsked() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "consensus: {minVoters: 9}\n");
        Path grows = Files.writeString(folder.resolve("g.yaml"),
                "consensus: {minVoters: 4}\nevolution: {enabled: true}\nlimits: {maxRounds: 1}\n");
        Path alone = Files.writeString(folder.resolve("a.yaml"),
                "agents: [{id: ada}]\nconsensus:\n  minVoters: 2\nlimits: {maxRounds: 1}\n");

        assertThat(solve("--agents", "6", "--min-voters", "9").err())
                .contains("--min-voters 9 can never be reached by 6 agents").contains("Use --min-voters 6 or less");
        assertThat(solve("--template", "decision", "--agents", "3").err())
                .contains("the minVoters of the template, 4 can never be reached by 3 agents");
        assertThat(solve("--config", file.toString()).err())
                .contains(file + ":1: consensus.minVoters: 9 can never be reached by 3 agents", "Write 3 or less");
        assertThat(solve("--config", alone.toString()).err())
                .contains(alone + ":3: consensus.minVoters: 2 can never be reached by 1 agent -");
        assertThat(server.requests()).isEmpty();
        assertThat(solve("--config", file.toString(), "--min-voters", "3", "--max-rounds", "1").code()).isIn(0, 3);
        assertThat(solve("--config", grows.toString()).code()).isIn(0, 3);
    }

    @Test
    void howManyMustVoteIsTheSameWithAFileThatDoesNotSayIt() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "limits: {maxRounds: 1}\n");
        Path alone = Files.writeString(folder.resolve("a.yaml"), "agents: [{id: ada}]\nlimits: {maxRounds: 1}\n");
        Path init = folder.resolve("init.yaml");
        CommandRun.of("init", init.toString());

        assertThat(minVoters("--agents", "7", "--max-rounds", "1")).isEqualTo(4);
        assertThat(minVoters("--agents", "7", "--config", file.toString())).isEqualTo(4);
        assertThat(minVoters("--agents", "7", "--config", init.toString(), "--max-rounds", "1")).isEqualTo(4);
        assertThat(minVoters("--config", file.toString())).isEqualTo(2);
        assertThat(minVoters("--config", alone.toString())).isEqualTo(1);
    }

    private int minVoters(String... more) throws IOException {
        Path log = folder.resolve("log-" + server.requests().size());
        List<String> args = new ArrayList<>(Arrays.asList(more));
        args.addAll(List.of("--log", log.toString()));
        CommandRun run = solve(args.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isIn(0, 3);
        Matcher match = Pattern.compile("\"minVoters\":(\\d+)").matcher(Files.readString(log.resolve("events.jsonl")));
        assertThat(match.find()).isTrue();
        return Integer.parseInt(match.group(1));
    }

    @Test
    void agentsCanBeCountedWhereAFileNamesNone() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "limits: {maxRounds: 1}\n");

        CommandRun usual = solve("--config", file.toString(), "--json");
        CommandRun four = solve("--config", file.toString(), "--agents", "4", "--json");

        assertThat(usual.out()).contains("\"explorer\"").doesNotContain("\"pragmatist\"");
        assertThat(four.out()).contains("\"pragmatist\"");
    }

    @Test
    void initKnowsItsTemplates() {
        CommandRun unknown = CommandRun.of("init", "--template", "decide", folder.resolve("x.yaml").toString());

        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("unknown template \"decide\"").contains("research, decision");
        assertThat(folder.resolve("x.yaml")).doesNotExist();
    }

    @Test
    void aTemplateSolvesAndIsReplayed() throws IOException {
        Path tape = folder.resolve("tape.jsonl");

        CommandRun live = solve("--template", "research", "--json", "--record", tape.toString());
        CommandRun again = CommandRun.of("solve", "Shard the database or buy time?", "--template", "research",
                "--replay", tape.toString(), "--models-file", folder.resolve("models.json").toString(), "--json");

        assertThat(live.code()).as(live.err()).isZero();
        assertThat(live.out()).contains("\"fact-checker\"").contains("\"synthesizer\"");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.err()).doesNotContain("differs");
    }

    @Test
    void flagsGoBeforeTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), """
                agents: [{id: ada}, {id: bob}]
                consensus: {threshold: 0.9, minVoters: 1}
                limits: {maxRounds: 3}
                synthesizer: {enabled: true}
                """);

        CommandRun asWritten = solve("--config", file.toString(), "--json");
        CommandRun other = solve("--config", file.toString(), "--agents", "4", "--max-rounds", "1", "--json");

        assertThat(asWritten.code()).as(asWritten.err()).isZero();
        assertThat(asWritten.out()).contains("\"ada\"").contains("\"synthesis\"");
        assertThat(other.code()).as(other.err()).isZero();
        assertThat(other.out()).doesNotContain("\"ada\"").contains("\"critic\"");
    }

    @Test
    void aFileThatIsWrongAsksNobody() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "agents: [{id: ada}]\nconsensus: {treshold: 1}\n");

        CommandRun run = solve("--config", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(file + ":2: there is no key \"consensus.treshold\"")
                .contains("Maybe threshold?");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aModelThatIsUnknownIsToldWithItsPlaceInTheFile() throws IOException {
        assertThat(refusal("agents:\n  - id: ada\n    model: nope\n"))
                .contains(":3: agents[0].model: there is no model nope: it is no alias (fast)");
        assertThat(refusal("synthesizer:\n  enabled: true\n  model: nope:x\n"))
                .contains(":3: synthesizer.model: there is no provider nope, only ");
        assertThat(refusal("advisor: {enabled: true}\nmetaAgent: {enabled: true, model: nope:y}\n"))
                .contains(":2: metaAgent.model: there is no provider nope, only ");
        assertThat(refusal("models:\n  - nope\n")).contains(":2: models: there is no model nope");
        assertThat(solve("--model", "nope").err()).startsWith("waggle: there is no model nope");
        assertThat(server.requests()).isEmpty();
    }

    private String refusal(String yaml) throws IOException {
        CommandRun run = solve("--config", Files.writeString(folder.resolve("s.yaml"), yaml).toString());
        assertThat(run.code()).isEqualTo(2);
        return run.err();
    }

    @Test
    void agentsMayNotBeCalledLikePartsOfTheRuntime() throws IOException {
        assertThat(solve("--agent", "advisor").err())
                .contains("waggle: the id \"advisor\" belongs to the runtime - Give the agent another.");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aFileAndATemplateExcludeEachOther() throws IOException {
        CommandRun run = solve("--config", "s.yaml", "--template", "debug");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--config and --template exclude each other");
    }

    private CommandRun solve(String... more) throws IOException {
        Path models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "openai", "baseUrl": "%s"}},
                 "models": {"fast": "lab:fake-fast"}}
                """.formatted(server.baseUrl(WireFormatName.OPENAI)));
        List<String> args = new ArrayList<>(List.of("solve", "Shard the database or buy time?", "--models-file",
                models.toString(), "--seed", "11"));
        args.addAll(Arrays.asList(more));
        return CommandRun.of(args.toArray(String[]::new));
    }
}
