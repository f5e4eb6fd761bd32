package example;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.agent.Agent;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** An application whose agents are beans. */
@SpringBootApplication
public class ReleaseApplication {

    public static void main(String... args) {
        SpringApplication.run(ReleaseApplication.class, args);
    }

    @Bean
    Agent tester() {
        return Agent.of("tester", turn -> turn.round() > 1
                ? List.of(Draft.vote("wait", Stance.AGREE, 0.7))
                : List.of(Draft.proposal("wait", "Release on Monday", "two tests fail", 0.8)));
    }

    @Bean
    Agent owner() {
        return Agent.of("owner", turn -> List.of(Draft.vote("wait", Stance.AGREE, 0.9)));
    }
}
