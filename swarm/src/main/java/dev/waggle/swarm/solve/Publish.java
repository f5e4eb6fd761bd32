package dev.waggle.swarm.solve;

/**
 * What was said goes into the log and to everybody who listens, in the order of the agents. Only then is done what they
 * had read in their inboxes.
 */
final class Publish implements Phase {

    @Override
    public void run(Floor floor) {
        floor.takeWords().forEach(floor::say);
        floor.acknowledgeMail();
    }
}
