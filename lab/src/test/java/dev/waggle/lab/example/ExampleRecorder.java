package dev.waggle.lab.example;

import java.util.List;

import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Records the calls of {@link RecordedSwarmTest} again, after prompts have changed. It stands in for an Ollama at its
 * usual port, so none may run there. Start it in the folder of this module.
 */
final class ExampleRecorder {

    /** The port at which an Ollama listens unless it is told otherwise. */
    private static final int OLLAMA_PORT = 11_434;

    private ExampleRecorder() {}

    public static void main(String... arguments) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        try (FakeModels _ = FakeModels.on(OLLAMA_PORT, ScriptedDeliberators::answer)) {
            LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(RecordedSwarmTest.class))
                    .configurationParameter("waggle.record", "true").build(), summary);
        }
        List<Throwable> failures = summary.getSummary().getFailures().stream()
                .map(failure -> failure.getException()).toList();
        System.out.println(failures.isEmpty() ? "recorded" : "not recorded: " + failures);
    }
}
