package dev.waggle.connect.llm;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The contract of harnesses for the real client of every provider, over loopback. */
class ProviderContractTest {

    @Nested
    class OfOpenAi implements OverLoopback {
        @Override
        public WireFormatName format() {
            return WireFormatName.OPENAI;
        }
    }

    @Nested
    class OfAnthropic implements OverLoopback {
        @Override
        public WireFormatName format() {
            return WireFormatName.ANTHROPIC;
        }
    }

    @Nested
    class OfGemini implements OverLoopback {
        @Override
        public WireFormatName format() {
            return WireFormatName.GEMINI;
        }
    }

    @Nested
    class OfOllama implements OverLoopback {
        @Override
        public WireFormatName format() {
            return WireFormatName.OLLAMA;
        }
    }

    /** All threads that {@code Thread.getAllStackTraces} shows are platform threads. */
    @Test
    void twoHundredStreamsNeedNoPlatformThreadEach() throws Exception {
        int streams = 200;
        int before = Thread.getAllStackTraces().size();
        try (ProviderTestBed bed = new ProviderTestBed(
                _ -> new FakeAnswer.Fault.Stalls(FakeAnswer.says("bees dance well"), 3));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Harness model = bed.model(WireFormatName.OPENAI);
            List<CompletableFuture<Void>> ended = Stream.generate(CompletableFuture<Void>::new).limit(streams).toList();
            ended.forEach(end -> callers.execute(() -> {
                try {
                    model.run(ProviderTestBed.hello(), bed.context());
                    end.complete(null);
                } catch (Exception stopped) {
                    end.completeExceptionally(stopped);
                }
            }));
            assertThat(bed.server.awaitOpenStreams(streams, HarnessContract.TIMEOUT)).isTrue();

            assertThat(Thread.getAllStackTraces().size() - before).isLessThan(40);

            callers.shutdownNow();
            assertThat(bed.server.awaitAbandoned(streams, HarnessContract.TIMEOUT)).isTrue();
            assertThat(ended).allMatch(end -> end.handle((_, _) -> true).join());
            assertThat(ended).allMatch(CompletableFuture::isCompletedExceptionally);
        }
    }

    /** A fake server behind a real client. */
    interface OverLoopback extends HarnessContract {

        WireFormatName format();

        @Override
        default World world() {
            return World.system(7);
        }

        @Override
        default Stage stage(Play play) {
            ProviderTestBed bed = new ProviderTestBed(_ -> answer(play));
            Harness harness = bed.model(format());
            return new Stage() {
                @Override
                public Harness harness() {
                    return harness;
                }

                @Override
                public void close() {
                    bed.close();
                }
            };
        }

        private static FakeAnswer answer(Play play) {
            return switch (play) {
                case Play.Answer it -> {
                    FakeAnswer.Says says = FakeAnswer.says("").inPieces(it.text().toArray(String[]::new))
                            .thinking(String.join("", it.thinking()));
                    says = it.usage() == null
                            ? says
                            : says.costing((int) it.usage().inputTokens(), (int) it.usage().outputTokens());
                    yield it.calls().isEmpty() ? says : says.calling(it.calls().stream()
                            .map(call -> new FakeAnswer.Call(call.id(), call.name(),
                                    call.input() == null ? "{}" : JsonText.write(call.input())))
                            .toArray(FakeAnswer.Call[]::new));
                }
                case Play.Refusal _ -> FakeAnswer.refuses(ProviderRefusal.WRONG_KEY);
                case Play.Silence it -> new FakeAnswer.Fault.Stalls(
                        FakeAnswer.says("").inPieces(it.text().toArray(String[]::new)), 1);
            };
        }
    }
}
