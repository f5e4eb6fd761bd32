package dev.waggle.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.agent.Agent;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Application of two agents, of which the second hangs in its second turn. So its process can be killed in the middle
 * of a solve. Each turn is a line of the file {@code turns}.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class InterruptedApplication {

    /** The line that it prints when it hangs. */
    static final String HANGS = "zoe is asked and hangs";

    private final Path turns;

    InterruptedApplication(@Value("${turns}") Path turns) {
        this.turns = turns;
    }

    public static void main(String... args) {
        var _ = SpringApplication.run(InterruptedApplication.class, args);
    }

    @Bean
    @Order(1)
    Agent ada() {
        return Agent.of("ada", turn -> {
            note("ada " + turn.round());
            return turn.round() > 1
                    ? List.of(Draft.vote("shard", Stance.AGREE, 0.9))
                    : List.of(Draft.proposal("shard", "Shard the database by tenant", "writes double", 0.8));
        });
    }

    @Bean
    @Order(2)
    Agent zoe(@Value("${hangs:false}") boolean hangs) {
        return Agent.of("zoe", turn -> {
            note("zoe " + turn.round());
            if (turn.round() == 1) {
                return List.of(Draft.of(new Payload.Discovery("the load doubles each month", null, 0.5), 0.9));
            }
            if (hangs) {
                System.out.println(HANGS);
                new CountDownLatch(1).await();
            }
            return List.of(Draft.vote("shard", Stance.AGREE, 0.9));
        });
    }

    @Bean
    CommandLineRunner asking(Swarm swarm, @Value("${asks:false}") boolean asks) {
        return _ -> {
            if (asks) {
                Thread _ = Thread.ofVirtual().start(() -> System.out.println(
                        swarm.solve("Shard the database or buy time?")));
            }
        };
    }

    private synchronized void note(String turn) throws IOException {
        Files.writeString(turns, turn + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
