module consumer {
    requires dev.waggle.journal;
    requires dev.waggle.swarm;

    uses java.lang.System.LoggerFinder;
}
