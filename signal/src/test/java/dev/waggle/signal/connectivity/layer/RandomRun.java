package dev.waggle.signal.connectivity.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;

/** Operations of every kind on a few threads, some of them refused, from a seed. */
final class RandomRun {

    static final List<String> THREADS = List.of("t0", "t1", "t2");

    private static final List<String> NAMES = List.of("a", "b", "c", "coordinator", "boss");

    private final Random random;
    private final LayerFixture stage;
    private final Function<SignalClass, SignalClassDefinition> classes;
    private final SignalCallback callback = (_, _) -> {
    };
    private final List<String> ids = new ArrayList<>(List.of("sig_none"));

    RandomRun(long seed, LayerFixture stage) {
        this(seed, stage, signalClass -> signalClass);
    }

    /** @param classes the class to emit in the place of one of the specification */
    RandomRun(long seed, LayerFixture stage, Function<SignalClass, SignalClassDefinition> classes) {
        this.random = new Random(seed);
        this.stage = stage;
        this.classes = classes;
        stage.layer.registerSelectedResolver(signal -> List.of(signal.source(), "x"));
    }

    /** Performs one operation; a refused one changes nothing. */
    void step() {
        String thread = pick(THREADS);
        DefaultConnectivityLayer layer = stage.layer;
        try {
            switch (random.nextInt(24)) {
                case 0 -> layer.register(thread, pick(NAMES));
                case 1 -> layer.registerCoordinator(thread, pick(NAMES));
                case 2 -> layer.unregister(thread, pick(NAMES));
                case 3, 4 -> layer.advanceStep(thread);
                case 5, 6, 7 -> layer.resolve(pick(ids));
                case 8, 9 -> layer.acknowledge(pick(ids), pick(NAMES));
                case 10 -> stage.clock.move(random.nextInt(40) - 15);
                case 11 -> layer.onSignal(callback);
                case 12 -> layer.offSignal(callback);
                case 13 -> {
                    if (random.nextInt(12) == 0) {
                        layer.closeThread(thread);
                    }
                }
                default -> ids.add(stage.emit(input(thread)).id());
            }
        } catch (ConnectivityException refused) {
            // Part of the run: a refusal must change nothing.
        }
    }

    private EmitSignalInput input(String thread) {
        SignalClassDefinition signalClass = classes.apply(pick(List.of(SignalClass.values())));
        EmitSignalInput input = LayerFixture.saying(pick(List.of("one", "two", "\ud83d\udc1d\n")),
                LayerFixture.with(pick(List.of(Priority.values())), LayerFixture.to(
                        pick(List.of(Audience.RoleName.values())),
                        LayerFixture.in(thread, LayerFixture.from(pick(NAMES), LayerFixture.input(signalClass))))));
        if (random.nextInt(4) == 0) {
            input = input.replacing(pick(ids));
        }
        if (random.nextInt(3) == 0) {
            input = input.expiringAtStep(random.nextInt(12));
        }
        return random.nextInt(3) == 0 ? input.withDetails("details") : input;
    }

    <T> T pick(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    Random random() {
        return random;
    }
}
