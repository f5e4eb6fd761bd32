package dev.waggle.lab.bench;

import java.util.Collection;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Smoke test that runs each bench once, too briefly to measure anything: no other step of the build executes benches.
 */
class BenchesTest {

    @Test
    void everyBenchRuns() throws RunnerException {
        Options once = new OptionsBuilder()
                .forks(0).warmupIterations(0).measurementIterations(1).mode(Mode.SingleShotTime)
                .param("subscribers", "3").param("votes", "20").param("proposals", "5")
                .param("subscriptions", "100").param("signals", "1000").param("history", "100").param("retained", "500")
                .param("size", "1").param("team", "3")
                .shouldFailOnError(true).verbosity(VerboseMode.SILENT)
                .build();

        Collection<RunResult> results = new Runner(once).run();

        assertThat(results).extracting(result -> result.getParams().getBenchmark())
                .extracting(name -> name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1))
                .contains("PublishBench.loop", "PublishBench.handWritten", "PublishBench.bus",
                        "PublishRivalsBench.asItComes", "PublishRivalsBench.withHistory", "PublishPairBench.busAlone",
                        "PublishPairBench.busPair", "HistorySizeBench.bus", "HistorySizeBench.handWritten",
                        "ConsensusBench.byHand", "ConsensusBench.approval", "ConsensusBench.exclusive",
                        "PatternBench.scan", "PatternBench.trie", "PatternBench.index",
                        "PatternBench.indexOfTypesSeenLately", "PatternBench.addAndRemove", "ConnectivityBench.emit",
                        "ConnectivityBench.query", "ConnectivityBench.advanceStep",
                        "ConnectivityBench.emitToManyThreads", "ConnectivityBench.rivalsEmit",
                        "ConnectivityBench.rivalsQuery",
                        "HistoryBench.newestByTypeAndSource", "HistoryBench.newestByPattern",
                        "HistoryBench.window", "HistoryBench.newestByTypeAndSourceLoop", "HistoryBench.windowLoop",
                        "JsonBench.lineEncode", "JsonBench.databindEncode", "JsonBench.lineDecode",
                        "JsonBench.databindDecode", "JournalBench.journal", "JournalBench.store",
                        "JournalBench.encode", "KernelBench.ours", "KernelBench.other",
                        "MemoryBench.memory", "MemoryBench.lucene", "LensBench.byVoter", "LensBench.byProposal",
                        "ReactionBench.swarm", "ReactionBench.swarmThatTalks", "ReactionBench.swarmWithMathematics",
                        "ReactionBench.workflow", "ReactionBench.workflowThatReads",
                        "RemoteJournalBench.append", "RemoteJournalBench.appendByMany", "RemoteJournalBench.read",
                        "TracingBench.off", "TracingBench.traced", "TracingBench.metered");
    }
}
