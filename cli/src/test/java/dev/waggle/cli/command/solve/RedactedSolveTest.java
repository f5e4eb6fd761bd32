package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.cli.TamperedLog;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Payload;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle log redact} after a solve of models: prompts, answers, signals, recordings and outcomes. */
class RedactedSolveTest {

    /** A content with all that JSON and prompts escape. */
    private static final String CONTENT = "Pay Frau Müller's \"account 4711\" –\nin <two> parts \\ 🐝 soon";

    private static final List<String> TRACES = List.of("4711", "müller", "m\\u00fcller", "in <two>",
            "in \\u003ctwo", "pay-frau-m");

    @TempDir
    private Path folder;

    private Path solve(FakeModels server) throws IOException {
        Path data = folder.resolve("data");
        Path models = LabModelsFile.write(folder, server, WireFormatName.OPENAI);
        CommandRun run = CommandRun.of("solve", "Who is to be paid?", "--models-file", models.toString(), "--seed",
                "11", "--model", "lab:fake-fast", "--agents", "3", "--max-rounds", "3", "--data", data.toString());
        assertThat(run.code()).as(run.err()).isIn(0, 3);
        return data;
    }

    private static FakeAnswer.Says said(String content) {
        return FakeAnswer.says(JsonText.write(new JsonObjectBuilder().with("signals", List.of(
                new JsonObjectBuilder().with("type", "proposal").with("content", content)
                        .with("reasoning", "because of " + content).with("confidence", 0.9).json()))
                .json()));
    }

    private static List<LogEntry> entries(Path journal) {
        List<LogEntry> entries = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(journal)) {
            reader.forEach(entries::add);
        }
        return entries;
    }

    private static String all(Path data) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return new String(all.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                .toLowerCase(Locale.ROOT);
    }

    private static boolean isPromptWithContent(LogEntry entry) {
        return entry.signal().type().equals(HarnessSignals.START)
                && JsonText.write(EntryCodec.encode(entry)).contains("4711");
    }

    private static String idOfProposal(Path data) {
        return entries(data).stream().map(LogEntry::signal).filter(it -> it.payload() instanceof Payload.Proposal)
                .findFirst().orElseThrow().id();
    }

    @Test
    void aTextOfAModelIsNowhereAfterwards() throws IOException {
        try (FakeModels server = FakeModels.answering(request -> said(CONTENT))) {
            Path data = solve(server);
            assertThat(CommandRun.of("recordings", "add", data.toString(), "--data", data.toString()).code()).isZero();
            assertThat(List.of("4711", "müller", "pay-frau-m")).allMatch(trace -> isIn(data, trace));
            List<String> digests = entries(data).stream().filter(RedactedSolveTest::isPromptWithContent)
                    .flatMap(entry -> Stream.of(entry.signal().extensions().get(HarnessRun.REQUEST)))
                    .map(digest -> ((JsonValue.Str) digest).value()).toList();
            assertThat(digests).isNotEmpty().allMatch(digest -> isIn(data, digest));

            CommandRun redacted = CommandRun.of("log", "redact", data.toString(), idOfProposal(data), "--yes");

            assertThat(redacted.code()).as(redacted.out() + redacted.err()).isZero();
            assertThat(redacted.out()).contains("redacted, ", " lines of 2 files");
            assertThat(TRACES).noneMatch(trace -> isIn(data, trace));
            assertThat(digests).noneMatch(digest -> isIn(data, digest));
            assertThat(CommandRun.of("log", "verify", data.toString()).out()).contains("1 signal redacted", "sound");
            CommandRun replay = CommandRun.of("replay", data.toString());
            assertThat(replay.out()).contains("redacted").doesNotContain("departs");
            for (List<String> command : List.of(List.of("explain"), List.of("log", "tree"), List.of("log", "show"))) {
                List<String> args = new ArrayList<>(command);
                args.add(data.toString());
                CommandRun read = CommandRun.of(args.toArray(String[]::new));
                assertThat(read.code()).as(command + read.err()).isZero();
            }
            assertThat(CommandRun.of("log", "export", data.toString(), "-", "--format", "jsonl").code()).isZero();
            assertThat(CommandRun.of("resume", "--data", data.toString()).code()).isIn(0, 1, 3);
        }
    }

    @Test
    void allThatScriptedModelsSaidCanBeRedacted() throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            Path data = solve(server);
            List<String> command = new ArrayList<>(List.of("log", "redact", data.toString(), "--json", "--yes"));
            List<String> texts = new ArrayList<>();
            for (LogEntry entry : entries(data)) {
                if (entry.signal().payload() instanceof Payload.Proposal proposal) {
                    String json = JsonText.write(JsonValue.of(proposal.content().toLowerCase(Locale.ROOT)));
                    texts.add(json.substring(1, json.length() - 1));
                    command.add(entry.signal().id());
                }
            }
            assertThat(texts).isNotEmpty().allMatch(text -> isIn(data, text));

            CommandRun redacted = CommandRun.of(command.toArray(String[]::new));

            assertThat(redacted.code()).as(redacted.err()).isZero();
            JsonValue.Obj json = (JsonValue.Obj) JsonText.read(redacted.out());
            assertThat(json.fields()).containsEntry("changed", JsonValue.of(true)).containsEntry("left",
                    JsonValue.of(List.of()));
            assertThat(texts).noneMatch(text -> isIn(data, text));
            assertThat(CommandRun.of("replay", data.toString()).out()).doesNotContain("departs");
            assertThat(CommandRun.of("explain", data.toString()).code()).isZero();
        }
    }

    private static boolean isIn(Path data, String text) {
        try {
            return all(data).contains(text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void aReplayThatDiffersAfterARedactionIsCalledRedacted() throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            Path data = solve(server);
            Path log = data.resolve("signals");
            assertThat(CommandRun.of("log", "redact", data.toString(), idOfProposal(data), "--yes").code()).isZero();
            Path altered = folder.resolve("altered");
            assertThat(TamperedLog.write(log, altered, TamperedLog::turnedVote)).isPositive();
            Path unmarked = folder.resolve("unmarked");
            assertThat(TamperedLog.writeWithout(altered, unmarked, "journal:redacted")).isOne();

            CommandRun replay = CommandRun.of("replay", altered.toString());
            CommandRun json = CommandRun.of("replay", altered.toString(), "--json");
            CommandRun all = CommandRun.of("replay", altered.toString(), "--all");

            assertThat(replay.code()).isOne();
            assertThat(replay.out()).containsPattern("  redacted: \\d+ of \\d+ entries, and entry \\d+ comes out");
            assertThat(json.out()).contains("\"verdict\":\"redacted\"", "\"redacted\":");
            assertThat(all.out()).contains("1 run: 1 redacted");
            assertThat(CommandRun.of("replay", unmarked.toString()).out()).contains("departs at entry ");
        }
    }

    @Test
    void mistakesAreNamed() throws IOException {
        Path data = folder.resolve("data");
        assertThat(CommandRun.of("signals", "generate", "build:a", "{\"a\": \"some text to redact\"}", "--data",
                data.toString()).code()).isZero();
        String id = entries(data).getFirst().signal().id();

        assertThat(CommandRun.of("log", "redact", data.toString(), "nobody").err())
                .contains("holds no signal \"nobody\"", "waggle log show");
        assertThat(CommandRun.of("log", "redact", data.resolve("signals/events.jsonl").toString(), id).err())
                .contains("is a file", "Name the folder of a journal");
        assertThat(CommandRun.of("log", "redact", folder.resolve("none").toString(), id).err())
                .contains("no such file");
        assertThat(CommandRun.of("log", "redact", data.toString()).code()).isEqualTo(2);
        Files.write(data.resolve("other.bin"), "\1\2 some text to redact".getBytes(StandardCharsets.UTF_8));
        CommandRun left = CommandRun.of("log", "redact", data.toString(), id, "nobody", "--yes");
        assertThat(left.code()).isOne();
        assertThat(left.out()).contains(id + "  redacted, 1 line of 1 file", "nobody  is unknown");
        assertThat(left.err()).contains("other.bin was not rewritten everywhere: a file of another kind");
        assertThat(CommandRun.of("log", "redact", data.toString(), id, "--yes").out()).contains(
                id + "  was redacted already");
    }
}
