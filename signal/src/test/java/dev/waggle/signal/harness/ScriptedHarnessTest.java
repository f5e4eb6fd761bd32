package dev.waggle.signal.harness;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScriptedHarnessTest implements HarnessContract {

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-01-01T00:00:00Z"), 1);

    @Override
    public World world() {
        return world;
    }

    @Override
    public void pass(Duration span) {
        world.advance(span);
    }

    @Override
    public Stage stage(Play play) {
        return Stage.of(playing(play));
    }

    /** A scripted harness that behaves as a play says, for contracts of wrappers around harnesses. */
    static ScriptedHarness playing(Play play) {
        return ScriptedHarness.playing((input, context, run) -> switch (play) {
            case Play.Answer it -> {
                it.thinking().forEach(run::thinking);
                it.text().forEach(run::text);
                yield new HarnessOutput(run.textSoFar(), it.calls(), null, it.usage(),
                        it.calls().isEmpty() ? ModelStopReason.END : ModelStopReason.TOOL_USE);
            }
            case Play.Refusal _ -> throw HarnessException.of(HarnessFailure.Kind.AUTHENTICATION, "who are you?");
            case Play.Silence it -> {
                it.text().forEach(run::text);
                yield ScriptedHarness.await(context, new CompletableFuture<HarnessOutput>());
            }
        });
    }

    @Test
    void playsItsScriptsInTurnAndTheLastOneOn() throws Exception {
        ScriptedHarness harness = ScriptedHarness.inTurn((input, context, run) -> HarnessOutput.of("one"),
                (input, context, run) -> HarnessOutput.of("two"));
        RunContext context = new Told(world, 1).context();

        assertThat(harness.run(HarnessContract.question("?"), context).content()).isEqualTo("one");
        assertThat(harness.run(HarnessContract.question("?"), context).content()).isEqualTo("two");
        assertThat(harness.run(HarnessContract.question("!"), context).content()).isEqualTo("two");
        assertThat(harness.calls()).isEqualTo(3);
        assertThat(harness.mostAtOnce()).isEqualTo(1);
        assertThat(harness.asked().getLast()).isEqualTo(HarnessContract.question("!"));
    }

    @Test
    void answersWhenSomebodyElseSaysSo() throws Exception {
        CompletableFuture<HarnessOutput> later = new CompletableFuture<>();
        ScriptedHarness harness = ScriptedHarness.waitingFor(later);
        Told told = new Told(world, 1);
        try (Aside aside = new Aside(() -> harness.run(HarnessContract.question("?"), told.context()))) {
            told.awaitFirst();
            assertThat(aside.isDone()).isFalse();

            later.complete(HarnessOutput.of("at last"));

            assertThat(aside.answer().content()).isEqualTo("at last");
        }
    }
}
