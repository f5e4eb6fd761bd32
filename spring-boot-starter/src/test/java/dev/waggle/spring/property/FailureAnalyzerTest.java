package dev.waggle.spring.property;

import java.util.Map;
import java.util.Objects;

import dev.waggle.setup.team.SetupException;
import dev.waggle.spring.OwnProperties;
import dev.waggle.spring.WaggleAutoConfiguration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class FailureAnalyzerTest {

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(WaggleAutoConfiguration.class));

    @Test
    void anUnknownKeyIsReportedWithTheNearestOne() {
        for (Map.Entry<String, String> wrong : Map.of("waggle.consensus.treshold", "waggle.consensus.threshold",
                "waggle.modles", "waggle.models", "waggle.agents[0].wieght", "waggle.agents[0].weight",
                "waggle.limits.max-ronuds", "waggle.limits.max-rounds").entrySet()) {
            APPLICATION.withPropertyValues("waggle.agents[0].id=ada", wrong.getKey() + "=1").run(application -> {
                FailureAnalysis analysis = new UnknownKeyAnalyzer()
                        .analyze(Objects.requireNonNull(application.getStartupFailure()));

                assertThat(analysis).isNotNull();
                assertThat(analysis.getDescription()).contains('"' + wrong.getKey() + '"');
                assertThat(analysis.getAction()).contains("Maybe " + wrong.getValue() + "?");
            });
        }
    }

    @Test
    void aRefusedSettingIsReportedWithItsRemedy() {
        FailureAnalysis analysis = new RefusedSettingAnalyzer()
                .analyze(new IllegalStateException(new SetupException("waggle.data: it is odd", "Set another.")));

        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription()).contains("waggle.data: it is odd");
        assertThat(analysis.getAction()).isEqualTo("Set another.");
    }
}
