package example;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ReleaseController {

    record Question(String text) {}

    record Decision(String answer, String run) {}

    private final Swarm swarm;

    ReleaseController(Swarm swarm) {
        this.swarm = swarm;
    }

    @PostMapping("/releases")
    Decision decide(@RequestBody Question question) {
        SwarmResult result = swarm.solve(question.text());
        return new Decision(result.answer(), result.solveId());
    }
}
