package dev.waggle.spring.example;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class DecisionController {

    record Question(String text) {}

    record Decision(String answer, double confidence, String run) {}

    private final Swarm swarm;

    DecisionController(Swarm swarm) {
        this.swarm = swarm;
    }

    @PostMapping("/decisions")
    Decision decide(@RequestBody Question question) {
        SwarmResult result = swarm.solve(question.text());
        return new Decision(result.answer(), result.confidence(), result.solveId());
    }
}
