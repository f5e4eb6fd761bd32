package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle solve --data}: a solve that reads its inbox from a data folder and is stored there. */
class SolveInboxTest {

    private static final String ANSWER = "propose 0.7 x: Ship it\n\n";

    @TempDir
    private Path folder;

    private String data = "";

    @BeforeEach
    void mailForMaya() {
        data = folder.resolve("data").toString();
        CommandRun.of("signals", "subscribe", "maya", "build:*", "--loud", "--create", "--data", data);
        CommandRun.of("signals", "subscribe", "maya", "weather", "--data", data);
        CommandRun.of("signals", "generate", "build:done", "\"the build broke\"", "--data", data);
        CommandRun.of("signals", "generate", "weather", "\"it rains\"", "--data", data);
    }

    @Test
    void aSeatAtTheTerminalReadsItsMailOnce() {
        CommandRun first = CommandRun.run(ANSWER, true, "solve", "Ship?", "--seat", "maya|Maya", "--data", data);

        assertThat(first.code()).as(first.toString()).isZero();
        List<String> mail = first.out().lines().filter(line -> line.matches("    (to know|inbox  )  .*")).toList();
        assertThat(mail).hasSize(2);
        assertThat(mail.getFirst()).startsWith("    to know").contains("\"it rains\"");
        assertThat(mail.getLast()).startsWith("    inbox");
        assertThat(first.out()).containsOnlyOnce("\"the build broke\"");
        assertThat(inbox("maya").out()).isEqualTo("nothing waits\n");

        CommandRun second = CommandRun.run(ANSWER, true, "solve", "Ship?", "--seat", "maya|Maya", "--data", data);
        assertThat(second.code()).isZero();
        assertThat(second.out()).contains("Maya, your turn").doesNotContain("the build broke", "it rains");
    }

    @Test
    void aSolveIsKeptInTheLogAndRecordedAlone() throws IOException {
        Path cassette = folder.resolve("two.jsonl");
        solvePlay();
        CommandRun second = solvePlay("--record", cassette.toString());

        assertThat(second.code()).as(second.toString()).isZero();
        String log = CommandRun.of("log", "show", data).out();
        assertThat(log).contains("build:done", "weather").containsPattern("proposal P[0-9]+ x: Ship it");
        assertThat(log.lines().filter(line -> line.contains("run:opened"))).hasSize(2);
        assertThat(cassette).content().contains("Ship it").doesNotContain("the build broke", "it rains");
        assertThat(Files.readString(cassette).split("Ship it", -1)).hasSize(2);
        assertThat(CommandRun.of("solve", "--cassette", cassette.toString()).code()).isZero();
        assertThat(CommandRun.of("log", "verify", data).out()).contains("sound");
    }

    @Test
    void aRehearsalOfAPlayTakesNoMail() {
        CommandRun run = solvePlay();

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out()).containsOnlyOnce("maya reads 2 signals from the inbox");
        assertThat(inbox("maya").out()).isEqualTo("nothing waits\n");
        assertThat(solvePlay().out()).doesNotContain("from the inbox");
    }

    @Test
    void seatsAreKnownFromThenOn() {
        CommandRun.fed("@olu\n" + ANSWER, "solve", "Ship?", "--seat", "olu", "--data", data);

        assertThat(CommandRun.of("signals", "subscribe", "olu", "build:*", "--data", data).code()).isZero();
        assertThat(inbox("olu").out()).isEqualTo("nothing waits\n");
    }

    @Test
    void aDamagedLogIsNamedAndTheSolveGoesOn() throws IOException {
        Path log = folder.resolve("data/signals/events.jsonl");
        Files.writeString(log, Files.readString(log).replace("the build broke", "the build br\u00f6ke"));

        CommandRun run = solvePlay();

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.err()).contains("events.jsonl: line 1", "every other entry is whole");
        assertThat(run.out()).contains("maya reads 1 signal from the inbox");
        assertThat(CommandRun.of("log", "verify", data).code()).isEqualTo(1);
    }

    @Test
    void aLogOfItsOwnGoesBesideTheInboxes() {
        String log = folder.resolve("log").toString();

        CommandRun run = solvePlay("--log", log);

        assertThat(run.out()).contains("maya reads 2 signals");
        assertThat(CommandRun.of("log", "show", log).out()).contains("Ship it");
        assertThat(CommandRun.of("log", "show", data).out()).doesNotContain("Ship it").hasLineCount(2);
    }

    @Test
    void foldersThatAreMixedUpAreNamed() {
        CommandRun isData = CommandRun.of("demo", "--log", data);
        CommandRun twice = CommandRun.of("demo", "--data", data, "--log", data + "/signals");

        assertThat(isData.err()).contains("is a data folder", "Use --data " + data).hasLineCount(1);
        assertThat(twice.err()).contains("already - Omit --log").hasLineCount(1);
        assertThat(List.of(isData.code(), twice.code())).containsOnly(2);
        assertThat(folder.resolve("data/events.jsonl")).doesNotExist();
    }

    private CommandRun solvePlay(String... options) {
        List<String> args = new ArrayList<>(
                List.of("solve", "Ship?", "--seat", "maya|Maya", "--data", data));
        args.addAll(List.of(options));
        return CommandRun.fed("@maya\n" + ANSWER, args.toArray(String[]::new));
    }

    private CommandRun inbox(String agent) {
        return CommandRun.of("signals", "inbox", agent, "--data", data);
    }
}
