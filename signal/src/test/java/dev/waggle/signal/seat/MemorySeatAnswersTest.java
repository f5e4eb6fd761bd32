package dev.waggle.signal.seat;

import dev.waggle.signal.world.ManualWorld;

class MemorySeatAnswersTest implements SeatAnswersContract {

    private final ManualWorld world = new ManualWorld(START, 42);
    private final SeatAnswers answers = new MemorySeatAnswers(world);

    @Override
    public ManualWorld world() {
        return world;
    }

    @Override
    public SeatAnswers answers() {
        return answers;
    }
}
