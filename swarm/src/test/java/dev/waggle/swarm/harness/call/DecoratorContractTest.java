package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.harness.ModelRouter;
import dev.waggle.swarm.harness.RetryPolicy;
import org.junit.jupiter.api.Nested;

/** Contract of harnesses, kept by every decorator of a harness. */
class DecoratorContractTest {

    @Nested
    class ARetryingOne extends Around {

        @Override
        Harness around(Harness inner) {
            return new ResilientHarness(inner, RetryPolicy.DEFAULTS,
                    new CircuitBreaker("test", BreakerPolicy.DEFAULTS, world()));
        }
    }

    @Nested
    class ARouter extends Around {

        @Override
        Harness around(Harness inner) {
            return new ModelRouter(Map.of(ModelMode.DEEP, inner));
        }
    }

    @Nested
    class TheWholeStack extends Around {

        @Override
        Harness around(Harness inner) {
            Harness resilient = new ResilientHarness(new MeteredHarness(inner), RetryPolicy.DEFAULTS,
                    new CircuitBreaker("test", BreakerPolicy.DEFAULTS, world()));
            return new ModelRouter(Map.of(ModelMode.FAST, resilient));
        }
    }

    abstract static class Around implements HarnessContract {

        private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);

        abstract Harness around(Harness inner);

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
            return Stage.of(around(ScriptedHarness.playing((_, context, run) -> switch (play) {
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
            })));
        }
    }
}
