package dev.waggle.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Study of the time that the starter adds to the start of a web application with the actuator. It prints the
 * medians of alternating runs with and without the starter on the class path. Both have the libraries.
 */
@Tag("long")
class StartTimeStudyTest {

    private static final int RUNS = Integer.getInteger("waggle.startRuns", 7);

    /** The goal of the starter, in seconds. */
    private static final double LARGEST_DIFFERENCE = 0.3;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class PlainApplication {

        private PlainApplication() {}

        public static void main(String... args) {
            var _ = SpringApplication.run(PlainApplication.class, args);
        }
    }

    @Test
    void theStarterAddsAtMostThirtyHundredthsOfASecond() {
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int i = 0; i <= RUNS; i++) {
            double one = seconds(true);
            double other = seconds(false);
            if (i > 0) { // The first pair warms the caches of the disk.
                with.add(one);
                without.add(other);
            }
        }
        double difference = median(with) - median(without);
        System.out.printf(Locale.ROOT, "start with %.3f s, without %.3f s, difference %.3f s, %d pairs%n  with %s%n"
                + "  without %s%n", median(with), median(without), difference, RUNS, with, without);
        assertThat(difference).isLessThan(LARGEST_DIFFERENCE);
    }

    private static double seconds(boolean isWith) {
        return ApplicationProcess.seconds(ApplicationProcess.start(PlainApplication.class,
                entry -> isWith || !entry.matches(".*spring-boot-starter/(target/)?classes"), "--server.port=0",
                "--waggle.environment.OPENAI_API_KEY=none", "--waggle.models=openai:gpt-5-mini"));
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
